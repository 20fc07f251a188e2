/** What a tab keeps while it is hidden, when VS Code throws its page away, and what stays when a file is saved. */

/** @typedef {{ time: number, paused: boolean, speed: number, range: [number, number] | null, marks: string | null, behaviour: string, camera: string }} View */
/** @typedef {{ view?: View, compared: string[] }} Kept */

/** Events after which the view differs. */
const CHANGES = ['play', 'pause', 'seeked', 'timeupdate', 'ratechange', 'camerachange', 'behaviourchange', 'rangechange'];

export class Memory {
  #player;
  #host;
  /** @type {Kept} */
  #kept;
  /** The person's own marks. The attribute has only those that a page sets. @type {string | null} */
  #marks = null;
  /** Whether the clip that is on its way takes the view over. */
  #restores = false;

  /** @param {MareyPlayer} player @param {Host} host */
  constructor(player, host) {
    this.#player = player;
    this.#host = host;
    this.#kept = /** @type {Kept | undefined} */ (host.getState()) ?? { compared: [] };
    for (const event of CHANGES) player.addEventListener(event, () => this.#keep());
    player.addEventListener('markschange', (event) => {
      this.#marks = /** @type {CustomEvent<{ marks: string | null }>} */ (event).detail.marks;
      this.#keep();
    });
    player.addEventListener('cliploaded', () => this.#restore());
  }

  /** The addresses of the files that the motion was compared with. */
  get compared() {
    return this.#kept.compared;
  }

  /** Files are on their way. @param {string[]} compared @param {boolean} again whether they are those that are shown, saved anew */
  begin(compared, again) {
    if (again) this.#keep();
    this.#kept.compared = compared;
    this.#host.setState(this.#kept);
    this.#restores = this.#kept.view !== undefined;
  }

  #keep() {
    const { clips, currentTime, paused, playbackRate, loopRange, behaviour, cameraState } = this.#player;
    // Until the view is restored the player has another one.
    if (!clips.length || this.#restores) return;
    this.#kept.view = {
      time: currentTime,
      paused,
      speed: playbackRate,
      range: loopRange,
      marks: this.#marks,
      behaviour,
      camera: cameraState,
    };
    this.#host.setState(this.#kept);
  }

  #restore() {
    const { view } = this.#kept;
    if (!this.#restores || !view) return;
    const player = this.#player;
    if (player.behaviours.length > 1 && view.behaviour) player.behaviour = view.behaviour;
    // A saved file may be shorter than before.
    const end = player.duration;
    if (view.range && view.range[1] <= end) player.loopRange = view.range;
    if (view.marks !== null) player.marks = view.marks;
    player.currentTime = Math.min(view.time, end);
    player.playbackRate = view.speed;
    player.cameraState = view.camera;
    if (!view.paused) void player.play();
    this.#restores = false;
  }
}
