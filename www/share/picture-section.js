/** The picture section: saves or copies the current picture, or saves it as a poster with its HTML line. */
import { h } from '../player/base/dom.js';
import { tools } from '../player/element/rooms.js';
import { fileName, fileOf, save, stamp } from './downloads.js';
import { fitting } from './fitting.js';
import { captions, choice, looks, push, slowly } from './form.js';
import { preview, scaleFor } from './preview.js';
import { covered, sharedCamera } from './shared-camera.js';
import { X } from './strings.js';

/** @typedef {import('../player/element/element.js').MareyPlayer} MareyPlayer */
/** @typedef {import('../types.d.ts').PictureOptions} PictureOptions */

const SCALES = [1, 2, 4];

/** @param {import('../player/session/session.js').Session} session @returns {DocumentFragment} */
export function pictureSection(session) {
  const element = /** @type {MareyPlayer} */ (session.element);
  const { width, height } = session.host.size;
  const sizes = SCALES.map((times) => ({ times, ...fitting(width, height, times, true) }));
  const note = h('small', { class: 'rest', hidden: true });
  const size = choice(
    X.size,
    sizes.map((each) => [String(each.times), X.times(each.times, each.width, each.height)]),
    '2',
    () => showNote(),
  );
  const showNote = () => {
    const { times, less } = sizes.find((each) => String(each.times) === size.control.value) ?? sizes[0];
    note.hidden = !less;
    note.textContent = less ? X.less(Math.round(width * times), Math.round(height * times)) : '';
  };
  showNote();
  const look = looks({ background: true, grid: true, change: () => previewed.changed() });
  const said = captions(session, () => previewed.changed());

  /** @returns {PictureOptions} */
  const options = () => ({ ...look.chosen, ...said.chosen, scale: Number(size.control.value) });
  // The preview does not depend on the size.
  const previewed = preview(
    session,
    ({ pictureCanvas }, room) => {
      const { size: now } = session.host;
      showVector();
      return pictureCanvas(session, { ...look.chosen, ...said.chosen, scale: scaleFor(now.width, now.height, room) });
    },
    () => look.paper(session),
  );
  const about = () => stamp(session.playback.time);
  const clip = () => session.info?.name ?? '';

  /** @param {string} type @param {string} suffix of the file's name */
  const savePicture = async (type, suffix) => {
    const blob = await element.picture({ ...options(), type });
    const name = fileName(clip(), suffix, blob.type);
    save(session, [fileOf(blob, name)], X.said.saved(name));
  };
  /** The tool that shows something else on paper. */
  const forPaper = () => tools().find(({ name }) => session.state.tools[name]?.vector);
  const vector = slowly(session, X.save('SVG'), () => savePicture('image/svg+xml', forPaper()?.name ?? ''));
  const vectorNote = h('small', { class: 'rest' }, X.onPaper);
  const showVector = () => {
    for (const each of [vector, vectorNote]) each.hidden = !forPaper();
  };
  showVector();
  const unsubscribe = session.on('tool', () => {
    showVector();
    // The dialog is gone.
    if (!vector.isConnected) unsubscribe();
  });
  const copy = async () => {
    // Some browsers allow copying only while they handle the click; a promise may deliver the picture later.
    const picture = element.picture({ ...options(), type: 'image/png' });
    picture.catch(() => {});
    try {
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })]);
      session.say(X.said.copied);
    } catch {
      await picture;
      session.say(X.said.noCopy);
    }
  };

  const line = h('textarea', { dir: 'ltr', readonly: true, rows: '3', 'aria-label': X.posterLine, onfocus: () => line.select() });
  const posterForm = h(
    'div',
    { class: 'form beside', hidden: true },
    h('small', { class: 'rest' }, X.posterLine),
    line,
    push(X.copyLine, async () => {
      try {
        await navigator.clipboard.writeText(line.value);
        session.say(X.said.lineCopied);
      } catch {
        line.focus();
        line.select();
      }
    }),
  );
  const poster = async () => {
    // A poster stands for the player, which shows no captions in its picture.
    const { background, caption, ...rest } = options();
    const [top, bottom] = covered(session);
    const blob = await element.picture({
      ...rest,
      ...(background ? {} : { background }),
      controls: [top, 0, bottom, 0],
      type: 'image/webp',
      quality: 0.9,
    });
    const name = fileName(clip(), 'poster', blob.type);
    line.value = posterLine(session, name);
    posterForm.hidden = false;
    posterForm.scrollIntoView({ block: 'nearest' });
    save(session, [fileOf(blob, name)], X.said.saved(name));
  };

  const fragment = new DocumentFragment();
  fragment.append(
    previewed.root,
    size.row,
    note,
    ...look.rows,
    said.row,
    h(
      'div',
      { class: 'actions' },
      slowly(session, X.save('PNG'), () => savePicture('image/png', about())),
      vector,
      slowly(session, X.copyPicture, copy),
      slowly(session, X.poster, poster),
    ),
    vectorNote,
    posterForm,
  );
  return fragment;
}

/** The clip's tag with this poster. @param {import('../player/session/session.js').Session} session @param {string} poster */
function posterLine(session, poster) {
  const written = session.source?.written ?? session.source?.url ?? session.source?.name ?? '';
  const quoted = (/** @type {string} */ text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const attributes = [
    ['src', written],
    ['poster', encodeURIComponent(poster)],
    ['camera', sharedCamera(session)],
  ];
  return `<marey-player controls ${attributes.map(([name, value]) => `${name}="${quoted(value)}"`).join(' ')}></marey-player>`;
}
