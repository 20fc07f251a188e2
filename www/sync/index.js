/** A player that follows a media element of its page. Nothing is ever set on that element, so that there is no loop between the two. */

/** @typedef {import('../player/element/element.js').MareyPlayer} MareyPlayer */
/** @typedef {import('../player/session/session.js').Session} Session */
/** @typedef {Element & Pick<HTMLMediaElement, 'currentTime' | 'paused' | 'ended' | 'playbackRate'>} Media */

/** Events after which the element's time or state may differ. */
const EVENTS = [
  'play',
  'playing',
  'pause',
  'ended',
  'waiting',
  'seeking',
  'seeked',
  'timeupdate',
  'ratechange',
  'loadedmetadata',
  'emptied',
];

/** @type {WeakMap<Element, Follower>} */
const followers = new WeakMap();

/** Applies a player's attribute `sync`. @param {MareyPlayer} player @param {Session} session */
export function follow(player, session) {
  const follower = followers.get(player) ?? new Follower(player, session);
  followers.set(player, follower);
  follower.find();
}

class Follower {
  /** The element that the player follows. @type {Media | null} */
  media = null;
  /** Watches for elements that are added, removed or renamed. @type {MutationObserver | null} */
  #watch = null;
  /** Ends the listeners on the present element. */
  #listening = new AbortController();
  /** The requested animation frame; 0: none. */
  #frame = 0;

  /** @param {MareyPlayer} player @param {Session} session */
  constructor(player, session) {
    this.player = player;
    this.session = session;
    session.on('attribute', (name) => {
      if (name === 'sync-offset') this.#align();
    });
    // A clip arrived or grew, or the visitor played or paused the player itself.
    session.on('clip', () => this.#align());
    session.on('play', () => this.#align());
    // The player may have been inserted again.
    session.on('load', () => {
      if (!this.#watch) this.find();
    });
  }

  /** Watches the document while the player is in it: the media element may be added, removed or replaced. */
  #observe() {
    const { player } = this;
    const wanted = Boolean(player.sync) && player.isConnected;
    if (wanted === Boolean(this.#watch)) return;
    this.#watch?.disconnect();
    this.#watch = wanted ? new MutationObserver(() => this.find()) : null;
    for (const root of new Set([player.getRootNode(), document]))
      this.#watch?.observe(root, { childList: true, subtree: true, attributeFilter: ['id', 'class'] });
  }

  /** Follows the element that the attribute names. */
  find() {
    this.#observe();
    const found = this.#named();
    if (found === this.media) return;
    this.#listening.abort();
    this.#listening = new AbortController();
    const previous = this.media;
    this.media = found;
    for (const type of found ? EVENTS : []) found?.addEventListener(type, () => this.#align(), { signal: this.#listening.signal });
    if (previous && !found) {
      this.session.playback.pause();
      this.session.playback.setRate(this.session.state.defaultRate);
    }
    this.#align();
  }

  /** The first match of the selector in the player's own tree or in the document. @returns {Media | null} */
  #named() {
    const { player } = this;
    if (!player.sync || !player.isConnected) return null;
    for (const root of [player.getRootNode(), document]) {
      try {
        const found = /** @type {Media | null} */ (/** @type {ParentNode} */ (root).querySelector(player.sync));
        if (found) return followsPlayer(found, player) ? null : found;
      } catch {
        // The attribute is not a valid selector.
      }
    }
    return null;
  }

  /** Takes over the media element's state, rate and time: now, and in every frame while it plays. */
  #align() {
    const {
      media,
      player,
      session: { playback },
    } = this;
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
    if (plays)
      this.#frame ||= requestAnimationFrame(() => {
        this.#frame = 0;
        this.#align();
      });
  }

  /** Seeks to the media element's moment. Before the motion begins and after it ends the figure stands still. */
  #show() {
    const { media, player, session } = this;
    if (!media || !session.info) return;
    const { playback } = session;
    const [from, to] = playback.span;
    const loop = session.get('loop');
    const since = media.currentTime - player.syncOffset - from;
    const moment = from + (loop && to > from && since > 0 ? loopedTime(since, to - from, loop) : Math.min(to - from, Math.max(0, since)));
    session.state.pending = null;
    if (moment === playback.time && player.paused) return;
    session.host.change((stage) => {
      stage.seek(moment);
      if (player.paused) return;
      // play() resets the clock's step; at an end it would start over, so the clock pauses there.
      if (moment > from && moment < to) stage.play();
      else stage.pause();
    });
    playback.moved();
  }
}

/** Seconds into a looping span. @param {number} since seconds @param {number} length @param {'forward' | 'reverse' | 'pingpong'} loop */
function loopedTime(since, length, loop) {
  const into = since % length;
  const back = loop === 'reverse' || (loop === 'pingpong' && since % (2 * length) >= length);
  return back ? length - into : into;
}

/** Whether an element is the player, or follows it directly or indirectly. @param {Element} element @param {MareyPlayer} player */
function followsPlayer(element, player) {
  /** @type {Element | null | undefined} */
  let at = element;
  while (at && at !== player) at = followers.get(at)?.media;
  return at === player;
}
