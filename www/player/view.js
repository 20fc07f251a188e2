/** Where the clip is seen from, and which of its joints is looked at. */

const KEEP_MS = 250;

export class View {
  /** -1 for none. */
  selected = -1;
  /** The camera as it was last noted, for a stage to come. */
  kept = '';
  #keptAt = 0;

  /** @param {import('./session.js').Session} session */
  constructor(session) {
    this.session = session;
  }

  /** As a short text, which can be set again. */
  get camera() {
    const { session } = this;
    return session.shown ? session.host.read((stage) => stage.camera(), this.kept) : session.intent.camera ?? '';
  }

  /** A view's name or what `camera` gave; `ortho` or `perspective` behind it, or alone; or `view:` and one of `info.viewpoints`. @param {string} text */
  setCamera(text) {
    const { session } = this;
    if (!text || !session.shown) return;
    session.host.change((stage) => { stage.setCamera(text); });
    // Not with the next picture: where another camera is set and taken back before it, that picture has nothing to tell.
    session.signal('view', text);
    this.remember();
  }

  /** Notes the camera. */
  remember() {
    this.kept = this.session.host.read((stage) => stage.camera(), this.kept);
    this.#keptAt = performance.now();
  }

  /** The camera moved: noted now and then, since it moves in every picture. */
  moved() {
    this.session.emit('camerachange');
    if (performance.now() - this.#keptAt > KEEP_MS) this.remember();
    this.session.signal('view');
  }

  /** Another clip has other joints. */
  forget() { this.selected = -1; }

  /** @param {number} joint -1 for none */
  select(joint) {
    this.selected = joint;
    this.session.set('highlight', joint);
    this.session.signal('select', joint);
    this.session.emit('jointselect', { index: joint, name: this.session.info?.joints[joint]?.name ?? '' });
  }
}
