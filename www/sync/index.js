/**
 * A player that follows a media element of its page: `<video>`, `<audio>`, another player, or any element with the same interface. The
 * element leads: nothing is ever set on it, so that there is no loop between the two. Fetched when the attribute `sync` is first set.
 */

/** @typedef {import('../player/element.js').MareyPlayer} MareyPlayer */
/** @typedef {import('../player/session.js').Session} Session */
/** @typedef {Element & Pick<HTMLMediaElement, 'currentTime' | 'paused' | 'ended' | 'playbackRate'>} Media */

/** After these the element may be at another moment, or begin or end to move. */
const EVENTS = ['play', 'playing', 'pause', 'ended', 'waiting', 'seeking', 'seeked', 'timeupdate', 'ratechange', 'loadedmetadata', 'emptied'];

/** @type {WeakMap<Element, Follower>} */
const followers = new WeakMap();

/** Brings a player in line with its attribute `sync`, whenever that has changed. @param {MareyPlayer} player @param {Session} session */
export function follow(player, session) {
  const follower = followers.get(player) ?? new Follower(player, session);
  followers.set(player, follower);
  follower.find();
}

class Follower {
  /** What leads now. @type {Media | null} */
  media = null;
  /** Tells of elements that come, go, or change their id. @type {MutationObserver | null} */
  #watch = null;
  /** Aborted where another element leads. */
  #listening = new AbortController();
  /** The animation frame that was asked for, 0 for none. */
  #frame = 0;

  /** @param {MareyPlayer} player @param {Session} session */
  constructor(player, session) {
    this.player = player;
    this.session = session;
    session.on('attribute', (name) => { if (name === 'sync-offset') this.#align(); });
    // A clip that has just come, or more of it; and a hand that plays or stops the player alone.
    session.on('clip', () => this.#align());
    session.on('play', () => this.#align());
    // The player may be in the document again.
    session.on('load', () => { if (!this.#watch) this.find(); });
  }

  /** Watches the document while the player is in it: the media element may come later, go away, or be another one. */
  #observe() {
    const { player } = this;
    const wanted = Boolean(player.sync) && player.isConnected;
    if (wanted === Boolean(this.#watch)) return;
    this.#watch?.disconnect();
    this.#watch = wanted ? new MutationObserver(() => this.find()) : null;
    for (const root of new Set([player.getRootNode(), document])) this.#watch?.observe(root, { childList: true, subtree: true, attributeFilter: ['id', 'class'] });
  }

  /** Follows the element that the attribute names. */
  find() {
    this.#observe();
    const found = this.#named();
    if (found === this.media) return;
    this.#listening.abort();
    this.#listening = new AbortController();
    const led = this.media;
    this.media = found;
    for (const type of found ? EVENTS : []) found?.addEventListener(type, () => this.#align(), { signal: this.#listening.signal });
    if (led && !found) {
      this.session.playback.pause();
      this.session.playback.setRate(this.session.defaultRate);
    }
    this.#align();
  }

  /** The first element that the selector fits, in the player's own tree or in the document. @returns {Media | null} */
  #named() {
    const { player } = this;
    if (!player.sync || !player.isConnected) return null;
    for (const root of [player.getRootNode(), document]) {
      try {
        const found = /** @type {Media | null} */ (/** @type {ParentNode} */ (root).querySelector(player.sync));
        if (found) return leads(found, player) ? null : found;
      } catch {
        // It is no selector.
      }
    }
    return null;
  }

  /** Plays and pauses as the media element does, at its rate, and shows its moment: now, and at every picture while it plays. */
  #align() {
    const { media, player, session: { playback } } = this;
    // An element that is not defined yet has no time.
    if (!media || !Number.isFinite(media.currentTime)) return;
    const plays = !media.paused && !media.ended;
    if (media.playbackRate !== player.playbackRate) playback.setRate(media.playbackRate);
    this.#show();
    if (player.paused === plays) {
      if (plays) playback.play().catch(() => {});
      else playback.pause();
      this.#show();
    }
    if (plays) this.#frame ||= requestAnimationFrame(() => { this.#frame = 0; this.#align(); });
  }

  /** The moment of the motion that belongs to that of the media element. Before its begin and after its end the motion stands. */
  #show() {
    const { media, player, session } = this;
    if (!media || !session.info) return;
    const { playback } = session;
    const [from, to] = playback.span;
    const loop = session.get('loop');
    const since = media.currentTime - player.syncOffset - from;
    const moment = from + (loop && to > from && since > 0 ? round(since, to - from, loop) : Math.min(to - from, Math.max(0, since)));
    playback.pending = null;
    if (moment === playback.time && player.paused) return;
    session.host.change((stage) => {
      stage.seek(moment);
      if (player.paused) return;
      // Begun anew, the stage's clock takes no step of its own; at an end it would start over.
      if (moment > from && moment < to) stage.play();
      else stage.pause();
    });
    playback.moved();
  }
}

/** Seconds into a span that goes round. @param {number} since seconds @param {number} length @param {'forward' | 'reverse' | 'pingpong'} loop */
function round(since, length, loop) {
  const into = since % length;
  const back = loop === 'reverse' || (loop === 'pingpong' && since % (2 * length) >= length);
  return back ? length - into : into;
}

/** An element follows the player already, directly or not, or is the player itself. @param {Element} element @param {MareyPlayer} player */
function leads(element, player) {
  /** @type {Element | null | undefined} */
  let at = element;
  while (at && at !== player) at = followers.get(at)?.media;
  return at === player;
}
