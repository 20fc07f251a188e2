/** The camera, and the selected joint. */

const KEEP_MS = 250;

export class View {
  #notedAt = 0;

  /** @param {import('./session.js').Session} session */
  constructor(session) {
    this.session = session;
  }

  /** The selected joint; -1 for none. */
  get selected() {
    return this.session.state.selected;
  }

  /** The camera as a short text, for `setCamera`. */
  get camera() {
    const { session } = this;
    return session.shown ? session.host.read((stage) => stage.camera(), session.state.place.camera) : (session.intent.camera ?? '');
  }

  /** Sets the camera: a view, a text of `camera`, a projection, or `view:` and one of `info.viewpoints`. @param {string} text */
  setCamera(text) {
    const { session } = this;
    if (!text || !session.shown) return;
    session.host.change((stage) => {
      stage.setCamera(text);
    });
    // Signalled now: if the camera is set and reset before the next picture, that picture reports no change.
    session.signal('view', text);
    this.remember();
  }

  /** Notes the camera, for the next stage. */
  remember() {
    const {
      host,
      state: { place },
    } = this.session;
    place.camera = host.read((stage) => stage.camera(), place.camera);
    this.#notedAt = performance.now();
  }

  /** Call when the camera has moved. It is noted only now and then, since it may move in every picture. */
  moved() {
    this.session.emit('camerachange');
    if (performance.now() - this.#notedAt > KEEP_MS) this.remember();
    this.session.signal('view');
  }

  /** @param {number} joint -1 for none */
  select(joint) {
    this.session.state.selected = joint;
    this.session.set('highlight', joint);
    this.session.signal('select', joint);
    this.session.emit('jointselect', { index: joint, name: this.session.info?.joints[joint]?.name ?? '' });
  }
}
