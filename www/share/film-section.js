/** The film section: format, size, range, speed, turntable and look; then progress. */
import { h } from '../player/base/dom.js';
import { speed as written } from '../player/words/format.js';
import { lazy } from '../player/base/parts.js';
import { SPEEDS } from '../player/base/values.js';
import { fileName, fileOf, save, stamp } from './downloads.js';
import { partChoice } from './filmstrip-section.js';
import { captions, choice, looks, push } from './form.js';
import { framesOf } from './moments.js';
import { preview, scaleFor } from './preview.js';
import { reasonOf } from './refusal.js';
import { X } from './strings.js';

/** @typedef {import('../player/element/element.js').MareyPlayer} MareyPlayer */
/** @typedef {import('./film.js').Format} Format */

const films = lazy(() => import('./index.js'));

/** Heights, and the side of a square, in pixels. */
const HEIGHTS = [360, 720, 1080];
const SQUARE = 1080;
const SIZED = { video: '720', gif: '360' };
const RATES = { video: [24, 25, 30, 50, 60], gif: [10, 20, 25, 50] };
const RATED = { video: 30, gif: 20 };
const TURNS = [0, 1, 2, 3];
/** Length of a film of a still pose, seconds. */
const POSE_SECONDS = 4;

/** @param {import('../player/session/session.js').Session} session @returns {DocumentFragment} */
export function filmSection(session) {
  const element = /** @type {MareyPlayer} */ (session.element);
  const { size: shown } = session.host;
  const shape = shown.width / shown.height;

  const format = choice(X.format, [['gif', X.formats.gif]], 'gif', () => kindChanged());
  const note = h('small', { class: 'rest', hidden: true });
  const even = (/** @type {number} */ pixels) => 2 * Math.floor(pixels / 2);
  const size = choice(
    X.size,
    [...HEIGHTS.map((high) => /** @type {const} */ ([String(high), X.high(even(high * shape), high)])), ['square', X.square(SQUARE)]],
    SIZED.video,
    () => {
      previewed.changed();
      listFormats();
    },
  );
  const rate = choice(
    X.fps,
    RATES.video.map((fps) => [String(fps), String(fps)]),
    String(RATED.video),
    () => showAbout(),
  );
  const of = partChoice(session, () => {
    showAbout();
    previewed.changed();
  });
  const pace = choice(
    X.speed,
    SPEEDS.map((each) => [String(each), written(each)]),
    String(SPEEDS.includes(Math.abs(session.get('rate'))) ? Math.abs(session.get('rate')) : 1),
    () => showAbout(),
  );
  const turns = choice(
    X.turns,
    TURNS.map((n) => [String(n), X.turned(n)]),
    '0',
  );
  const look = looks({ background: true, grid: true, change: () => previewed.changed() });
  const said = captions(session, () => previewed.changed());

  const dimensions = () => {
    const { value } = size.control;
    return value === 'square' ? { width: SQUARE, height: SQUARE } : { width: even(Number(value) * shape), height: Number(value) };
  };
  /** Sets the usual rate and size of the chosen kind of film. */
  const kindChanged = () => {
    const which = format.control.value === 'gif' ? 'gif' : 'video';
    rate.fill(
      RATES[which].map((fps) => [String(fps), String(fps)]),
      String(RATED[which]),
    );
    size.control.value = SIZED[which];
    showAbout();
    previewed.changed();
  };
  /** Lists the formats that this browser can write in this size. @param {boolean} [first] */
  const listFormats = async (first = false) => {
    const { width, height } = dimensions();
    const found = await films()
      .then(({ formats }) => formats(width, height))
      .catch(() => /** @type {Format[]} */ (['gif']));
    const before = format.control.value;
    const chosen = !first && found.includes(/** @type {Format} */ (before)) ? before : found[0];
    format.fill(
      found.map((each) => [each, X.formats[each]]),
      chosen,
    );
    note.hidden = found.includes('mp4');
    note.textContent = found.length === 1 ? X.noFilms : found.includes('mp4') ? '' : X.noMp4;
    if (chosen !== before || first) kindChanged();
    else showAbout();
  };

  const about = h('small', { class: 'rest' });
  /** Shows size, number of frames and length. */
  const showAbout = () => {
    const { width, height } = dimensions();
    const [from, to] = of.part;
    const seconds = to > from ? (to - from) / Number(pace.control.value) : POSE_SECONDS;
    const fps = Number(rate.control.value);
    const frames = framesOf(seconds, fps);
    about.textContent = X.filmAbout(X.high(width, height), frames, seconds);
  };
  /** The film's first picture. */
  const previewed = preview(
    session,
    ({ PLAIN, pictureCanvas }, room) => {
      const { width, height } = dimensions();
      const { background, ...rest } = look.chosen;
      const transparent = format.control.value !== 'mp4' ? false : PLAIN[look.paper(session)];
      return pictureCanvas(session, {
        ...rest,
        ...said.chosen,
        background: background || transparent,
        width,
        height,
        time: of.part[0],
        scale: scaleFor(width, height, room),
      });
    },
    () => look.paper(session),
  );
  listFormats(true);

  const bar = h('progress', { max: '1', value: '0', 'aria-label': X.filmDone });
  const percent = h('span', { class: 'at' });
  /** @type {AbortController | null} */
  let cancel = null;
  const busy = h(
    'div',
    { class: 'line', hidden: true },
    bar,
    percent,
    push(X.cancel, () => cancel?.abort()),
  );

  const shoot = async () => {
    if (cancel) return;
    cancel = new AbortController();
    const { signal } = cancel;
    const [from, to] = of.part;
    busy.hidden = false;
    start.hidden = true;
    bar.value = 0;
    percent.textContent = X.done(0);
    try {
      const blob = await element.film({
        ...look.chosen,
        ...said.chosen,
        ...dimensions(),
        from,
        to,
        signal,
        format: /** @type {Format} */ (format.control.value),
        fps: Number(rate.control.value),
        speed: Number(pace.control.value),
        turns: Number(turns.control.value),
        progress: (share) => {
          bar.value = share;
          percent.textContent = X.done(Math.floor(100 * share));
          // After the panel is closed nobody can cancel.
          if (!busy.isConnected) cancel?.abort();
        },
      });
      const name = fileName(session.info?.name ?? '', to > from ? `${stamp(from)}-${stamp(to)}` : '', blob.type);
      save(session, [fileOf(blob, name)], X.said.savedFilm(name, blob.size));
    } catch (error) {
      session.say(
        /** @type {Error} */ (error).name !== 'AbortError'
          ? X.said.failed(reasonOf(error))
          : signal.aborted
            ? X.said.cancelled
            : X.said.other,
      );
    } finally {
      cancel = null;
      const focused = busy.contains(/** @type {ShadowRoot} */ (busy.getRootNode()).activeElement ?? null);
      busy.hidden = true;
      start.hidden = false;
      if (focused) start.focus();
    }
  };
  const start = push(X.saveFilm, shoot);

  const fragment = new DocumentFragment();
  fragment.append(
    previewed.root,
    about,
    format.row,
    note,
    size.row,
    rate.row,
    ...of.rows,
    pace.row,
    turns.row,
    ...look.rows,
    said.row,
    h('div', { class: 'actions' }, start),
    busy,
  );
  return fragment;
}
