/** The details panel: the file in numbers, what was odd about it, what it says about itself, and its joints. */
import { h, setText } from '../player/dom.js';
import { withName } from '../controls/names.js';
import { clock, decimal } from '../player/format.js';
import { goToMark, markWords } from '../controls/lane.js';
import { G } from '../guesses/strings.js';
import { P } from './strings.js';
import { placement } from './rows.js';
import { pictures } from './pictures.js';
import { jointTree } from './tree.js';
import { notice } from './notice.js';
import { rung } from './rung.js';
import { warnings } from './warnings.js';

/** @typedef {import('../types.d.ts').ClipInfo} ClipInfo */
/** @typedef {import('../player/session.js').Session} Session */

/** More than these would make the panel slow, and nobody reads them all. */
const MOST_MARKS = 100;
/** Longer texts and lists start closed. */
const OPEN_LETTERS = 280;
const FACT_LETTERS = 40;
const OPEN_MARKS = 3;
/** More warnings are one line, so that the tree stays in sight. */
const OPEN_WARNINGS = 2;
/** More names of behaviours are in the menu. */
const MOST_NAMES = 3;

/**
 * @param {Session} session
 * @param {import('../controls/controls.js').Controls} ui
 * @returns {import('../controls/panels.js').Panel}
 */
export function build(session, ui) {
  const content = h('div', { class: 'form' });
  /** @type {() => void} */
  let drop = () => {};
  /** @type {unknown} */
  let drawn = null;
  /** What draws the picture. @type {HTMLDetailsElement | null} */
  let drawnWith = null;
  const size = h('bdi');
  const sizeFrom = h('bdi');
  const lengths = h('bdi');
  const centre = h('bdi');

  /** The unit decides how tall the figure is. */
  const measure = () => {
    const { info } = session;
    if (!info) return;
    const metres = session.get('unit') || info.unit.metres;
    const length = P.info.length(((info.stature || info.extent) / info.unit.metres) * metres);
    const known = info.unit.confidence || session.get('unit');
    setText(size, !known ? P.info.scaleUnknown : info.statureFrom || info.extent > 0 ? length : '\u2013');
    setText(sizeFrom, known && info.statureFrom ? G.info.from(info.statureFrom) : '');
    setText(lengths, P.info.lengths(decimal(info.unit.factor, 6), metres));
  };

  const weigh = () => {
    if (!session.get('massCentre')) return;
    const point = session.host.numbers('massCentre');
    setText(centre, Number.isNaN(point[0]) ? '\u2013' : P.info.point(point));
  };

  const draw = () => {
    const { info } = session;
    drop();
    drop = () => {};
    drawn = info;
    drawnWith = session.host.rung && rung(session);
    if (!info) { content.replaceChildren(); return; }
    const ends = info.joints.filter((joint) => joint.endSite).length;
    const fps = decimal(1 / session.playback.frameTime, 3);
    const { playback } = session;
    const length = P.info.seconds(clock(playback.duration, playback.duration));
    const rate = (info.rate.guessed && !session.get('frameTime') ? P.info.fpsAssumed : P.info.fps)(fps);
    /** @type {([string, string | HTMLElement] | false)[]} */
    const facts = [
      [P.info.joints, P.info.jointCount(info.joints.length - ends, ends, info.format === 'HAnim')],
      info.skeletonFile !== '' && [P.info.skeleton, h('bdi', {}, ...withName(info.skeletonFile, info.skeletonFile))],
      info.skin !== '' && [P.info.skin, skin(session, info)],
      info.behaviours.length > 1 && [P.info.behaviours, names(playback.behaviours)],
      info.unit.factor !== 1 && [P.info.unit, lengths],
      info.format === 'SKEL' && [P.info.axes, P.info.mirrored],
      ...pictures(session).map(({ name, shown }) => /** @type {[string, HTMLElement]} */ ([P.pictures.title, h('bdi', {}, ...withName((shown ? P.pictures.shown : P.pictures.missing)(name), name))])),
      info.massCount > 0 && [P.info.masses, P.info.massCount(info.massCount)],
      info.massCount > 0 && session.get('massCentre') && [P.info.massCentre, centre],
      ...info.notes.filter(isFact).map(({ title, text }) => /** @type {[string, string]} */ ([title, text])),
    ];
    const tree = jointTree(session, info);
    drop = tree.dispose;
    measure();
    weigh();
    content.replaceChildren(
      notice(session, info),
      h('dl', { class: 'summary' },
        summary(P.info.format, info.format, (playback.keyed ? P.info.keyCount : P.info.frameCount)(playback.frameCount)),
        summary(P.info.duration, length, playback.keyed ? '' : rate),
        summary(info.statureFrom ? P.info.stature : P.info.extent, size, sizeFrom)),
      h('div', { class: 'placement' }, ...placement(session, draw)),
      oddities(info),
      marks(session, info),
      tree.root,
      h('dl', { class: 'facts' }, ...facts.flatMap((fact) => {
        if (!fact) return [];
        const [name, value] = fact;
        return [h('dt', {}, name), h('dd', {}, typeof value === 'string' ? h('bdi', {}, value) : value)];
      })),
      ...info.notes.filter((each) => !isFact(each)).map(note),
      drawnWith ?? '',
    );
  };

  /** The rest stays: what is folded, and where somebody reads. */
  const tellRung = () => {
    if (!drawnWith) { draw(); return; }
    const now = rung(session);
    if (now.textContent === drawnWith.textContent) return;
    now.open = drawnWith.open;
    drawnWith.replaceWith(now);
    drawnWith = now;
  };

  draw();
  const undo = [
    session.on('clip', () => { if (session.info !== drawn) draw(); }),
    session.on('time', weigh),
    session.on('fault', () => { if (session.host.rung) tellRung(); }),
    session.on('pace', () => { if (session.host.rung) tellRung(); }),
    session.on('setting', (name) => { if (name === 'unit') measure(); else if (name === 'frameTime' || name === 'behaviour' || name === 'massCentre') draw(); }),
  ];
  return { content, dispose: () => { drop(); undo.forEach((each) => each()); } };
}

/**
 * One of the facts at the top.
 * @param {string} name
 * @param {string | HTMLElement} value
 * @param {string | HTMLElement} more a second line
 */
const summary = (name, value, more) => h('div', {}, h('dt', {}, name), h('dd', {}, h('bdi', {}, value)), h('dd', { class: 'second' }, h('bdi', {}, more)));

/** The warnings, folded where they are many. @param {ClipInfo} info */
function oddities(info) {
  const { length } = info.warnings;
  return length <= OPEN_WARNINGS ? warnings(info)
    : h('details', { class: 'fold' }, h('summary', {}, P.warnings.title(length + info.warningsDropped)), warnings(info));
}

/** The skin that is worn, and a choice where several fit. @param {Session} session @param {ClipInfo} info */
function skin(session, info) {
  const { source } = session;
  if (info.skins.length < 2 || !source) return h('bdi', {}, ...withName(info.skin, info.skin));
  const select = h('select', {
    'aria-label': P.info.skin,
    onchange: () => {
      // It is the clip's as long as the page keeps its source.
      source.wears = select.value;
      session.exchange(source);
    },
  }, ...info.skins.map((name) => h('option', { value: name, selected: name === info.skin }, name)));
  return select;
}

/** Frames worth a look, each a way to get there. @param {Session} session @param {ClipInfo} info */
function marks(session, info) {
  const own = info.marks.filter(({ behaviour }) => behaviour === session.get('behaviour'));
  if (!own.length) return '';
  const all = own.length + info.marksDropped;
  const events = own.filter(({ kind }) => kind === 'event').length;
  const rest = all - Math.min(MOST_MARKS, own.length);
  return h('details', { class: 'fold', open: own.length <= OPEN_MARKS },
    h('summary', {}, P.marks.title(all - events, events)),
    h('ul', { class: 'list' }, ...own.slice(0, MOST_MARKS).map((mark) =>
      h('li', {}, h('button', { type: 'button', class: mark.kind, onclick: () => goToMark(session, mark) },
        h('bdi', {}, markWords(info, mark)), ' ', h('bdi', { class: 'at' }, P.marks.frame(mark.at))))),
    rest ? h('li', { class: 'rest' }, P.marks.more(rest)) : null));
}

/** The first of many names, and how many more there are. @param {string[]} all */
const names = (all) => `${all.slice(0, MOST_NAMES).join(', ')}${all.length > MOST_NAMES ? ` ${P.marks.more(all.length - MOST_NAMES)}` : ''}`;

/** A few words are a fact among others. @param {ClipInfo['notes'][number]} note */
const isFact = ({ text }) => text.length <= FACT_LETTERS && !text.includes('\n');

/** What the file says in its own words. @param {ClipInfo['notes'][number]} note */
function note({ title, text }) {
  const open = text.length <= OPEN_LETTERS;
  // A text that scrolls has to be reached by keyboard.
  return h('details', { class: 'fold', open }, h('summary', {}, title), h('p', { class: 'remark', tabindex: open ? null : '0' }, text));
}
