/** The camera, and the selected joint. */

const KEEP_MS = 250;

export class View {
  /** -1 for none. */
  selected = -1;
  /** The camera as last noted, for the next stage. */
  lastCamera = '';
  #notedAt = 0;

  /** @param {import('./session.js').Session} session */
  constructor(session) {
    this.session = session;
  }

  /** The camera as a short text, for `setCamera`. */
  get camera() {
    const { session } = this;
    return session.shown ? session.host.read((stage) => stage.camera(), this.lastCamera) : session.intent.camera ?? '';
  }

  /** Sets the camera: a view, a text of `camera`, a projection, or `view:` and one of `info.viewpoints`. @param {string} text */
  setCamera(text) {
    const { session } = this;
    if (!text || !session.shown) return;
    session.host.change((stage) => { stage.setCamera(text); });
    // Signalled now: if the camera is set and reset before the next picture, that picture reports no change.
    session.signal('view', text);
    this.remember();
  }

  /** Notes the camera in `lastCamera`. */
  remember() {
    this.lastCamera = this.session.host.read((stage) => stage.camera(), this.lastCamera);
    this.#notedAt = performance.now();
  }

  /** Call when the camera has moved. It is noted only now and then, since it may move in every picture. */
  moved() {
    this.session.emit('camerachange');
    if (performance.now() - this.#notedAt > KEEP_MS) this.remember();
    this.session.signal('view');
  }

  /** Forgets the selection, since another clip has other joints. */
  forget() { this.selected = -1; }

  /** @param {number} joint -1 for none */
  select(joint) {
    this.selected = joint;
    this.session.set('highlight', joint);
    this.session.signal('select', joint);
    this.session.emit('jointselect', { index: joint, name: this.session.info?.joints[joint]?.name ?? '' });
  }
}
