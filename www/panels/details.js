/** The details panel: the file in numbers, its warnings and notes, and its joints. */
import { h, setText } from '../player/base/dom.js';
import { withName } from '../controls/names.js';
import { clock, decimal } from '../player/words/format.js';
import { goToMark, markWords } from './lane.js';
import { pairsOf } from '../guesses/onto.js';
import { G } from '../guesses/strings.js';
import { P } from './strings.js';
import { choice, placement } from './rows.js';
import { rigSection } from './rig.js';
import { pictures } from './pictures.js';
import { jointTree } from './tree.js';
import { notice } from './notice.js';
import { rung } from './rung.js';
import { loss, warnings } from './warnings.js';

/** @typedef {import('../types.d.ts').ClipInfo} ClipInfo */
/** @typedef {import('../player/session/session.js').Session} Session */

/** Most marks listed: more would be slow, and nobody reads them all. */
const MAX_MARKS = 100;
/** Longest text, and longest list, that starts open. */
const MAX_OPEN_LETTERS = 280;
const MAX_FACT_LETTERS = 40;
const MAX_OPEN_MARKS = 3;
/** Most warnings shown unfolded, so that the tree stays in view. */
const MAX_OPEN_WARNINGS = 2;
/** Most behaviours named here; the menu has all. */
const MAX_NAMES = 3;
/** Clips with a letter. */
const MAX_CLIPS = 26;

/** @param {Session} session @param {import('../controls/controls.js').Controls} ui @returns {import('../controls/panels.js').Panel} */
export function build(session, ui) {
  const content = h('div', { class: 'form' });
  /** @type {() => void} */
  let disposeTree = () => {};
  /** @type {unknown} */
  let drawnInfo = null;
  /** Names of the clips, as drawn. */
  let drawnClips = '';
  /** The section about the renderer. @type {HTMLDetailsElement | null} */
  let rungSection = null;
  const size = h('bdi');
  const sizeFrom = h('bdi');
  const lengths = h('bdi');
  const centre = h('bdi');

  /** Shows the figure's size, which depends on the unit. */
  const showSize = () => {
    const { info } = session;
    if (!info) return;
    const metres = session.get('unit') || info.unit.metres;
    const length = P.info.length(((info.stature || info.extent) / info.unit.metres) * metres);
    const known = info.unit.confidence || session.get('unit');
    setText(size, !known ? P.info.scaleUnknown : info.statureFrom || info.extent > 0 ? length : '\u2013');
    setText(sizeFrom, known && info.statureFrom ? G.info.from(info.statureFrom) : '');
    setText(lengths, P.info.lengths(decimal(info.unit.factor, 6), metres));
  };

  const showMassCentre = () => {
    if (!session.get('massCentre')) return;
    const point = session.host.numbers('massCentre');
    setText(centre, Number.isNaN(point[0]) ? '\u2013' : P.info.point(point));
  };

  /** Shows another clip than the player's own. @param {import('../player/session/state.js').Inspected & { element: Element }} chosen */
  const drawOther = (chosen) => {
    const other = session.state.others.find(({ element }) => element === chosen.element);
    if (!other) return;
    const tree = jointTree(chosen, other);
    disposeTree = tree.dispose;
    const { duration: read, frameCount, keyed } = other.behaviours[chosen.get('behaviour')];
    const stated = !keyed && chosen.get('frameTime');
    const duration = stated ? (read * stated) / other.frameTime : read;
    const known = other.unit.confidence || other.unit.from !== 'guess';
    content.replaceChildren(
      clips(session),
      // A joint of this clip may be chosen for a pair.
      session.source?.onto || session.state.asking ? pairsOf(session) : '',
      h(
        'dl',
        { class: 'summary' },
        summary(P.info.format, other.format, (keyed ? P.info.keyCount : P.info.frameCount)(frameCount)),
        summary(
          P.info.duration,
          P.info.seconds(clock(duration, duration)),
          keyed ? '' : (other.rate.guessed && !stated ? P.info.fpsAssumed : P.info.fps)(decimal(1 / (stated || other.frameTime), 3)),
        ),
        summary(
          other.statureFrom ? P.info.stature : P.info.extent,
          known ? P.info.length(other.stature || other.extent) : P.info.scaleUnknown,
          other.statureFrom ? G.info.from(other.statureFrom) : '',
        ),
      ),
      warningSection(other),
      tree.root,
      ...other.notes.map(note),
    );
  };

  const draw = () => {
    const {
      info,
      state: { chosen, others },
    } = session;
    disposeTree();
    disposeTree = () => {};
    drawnInfo = info;
    drawnClips = clipNames(session);
    // A ghost has no details of its own.
    if (chosen && others.some(({ element }) => element === chosen.element)) {
      drawOther(chosen);
      return;
    }
    rungSection = session.host.current && rung(session);
    if (!info) {
      content.replaceChildren();
      return;
    }
    const ends = info.joints.filter((joint) => joint.endSite).length;
    const fps = decimal(1 / session.playback.frameTime, 3);
    const { playback } = session;
    const length = P.info.seconds(clock(playback.length, playback.length));
    const rate = (info.rate.guessed && !session.get('frameTime') ? P.info.fpsAssumed : P.info.fps)(fps);
    /** @type {([string, string | HTMLElement] | false)[]} */
    const facts = [
      [P.info.joints, P.info.jointCount(info.joints.length - ends, ends, info.format === 'HAnim')],
      info.skeletonFile !== '' && [P.info.skeleton, h('bdi', {}, ...withName(info.skeletonFile, info.skeletonFile))],
      info.skin !== '' && [P.info.skin, skin(session, info)],
      info.behaviours.length > 1 && [P.info.behaviours, names(playback.behaviours)],
      info.unit.factor !== 1 && [P.info.unit, lengths],
      info.format === 'SKEL' && [P.info.axes, P.info.mirrored],
      ...pictures(session).map(
        ({ name, shown }) =>
          /** @type {[string, HTMLElement]} */ ([
            P.pictures.title,
            h('bdi', {}, ...withName((shown ? P.pictures.shown : P.pictures.missing)(name), name)),
          ]),
      ),
      info.massCount > 0 && [P.info.masses, P.info.massCount(info.massCount)],
      info.massCount > 0 && session.get('massCentre') && [P.info.massCentre, centre],
      ...info.notes.filter(isFact).map(({ title, text }) => /** @type {[string, string]} */ ([title, text])),
    ];
    const tree = jointTree(session, info);
    disposeTree = tree.dispose;
    showSize();
    showMassCentre();
    content.replaceChildren(
      clips(session),
      session.state.asking ? pairsOf(session) : '',
      notice(session, info),
      h(
        'dl',
        { class: 'summary' },
        summary(P.info.format, info.format, (playback.keyed ? P.info.keyCount : P.info.frameCount)(playback.frameCount)),
        summary(P.info.duration, length, playback.keyed ? '' : rate),
        summary(info.statureFrom ? P.info.stature : P.info.extent, size, sizeFrom),
      ),
      h('div', { class: 'placement' }, ...placement(session, ui, draw)),
      warningSection(info),
      marks(session, info),
      tree.root,
      h(
        'dl',
        { class: 'facts' },
        ...facts.flatMap((fact) => {
          if (!fact) return [];
          const [name, value] = fact;
          return [h('dt', {}, name), h('dd', {}, typeof value === 'string' ? h('bdi', {}, value) : value)];
        }),
      ),
      rigSection(session),
      ...info.notes.filter((each) => !isFact(each)).map(note),
      rungSection ?? '',
    );
  };

  /** Updates the section about the renderer only, to keep folds and the scroll position of the others. */
  const updateRung = () => {
    if (!rungSection) {
      draw();
      return;
    }
    const now = rung(session);
    if (now.textContent === rungSection.textContent) return;
    now.open = rungSection.open;
    rungSection.replaceWith(now);
    rungSection = now;
  };

  draw();
  const undo = [
    session.on('clip', () => {
      if (session.info !== drawnInfo) draw();
    }),
    session.on('choose', draw),
    session.on('actors', () => {
      if (clipNames(session) !== drawnClips) draw();
    }),
    session.on('time', showMassCentre),
    session.on('fault', (of) => {
      if (of === 'picture' && session.host.current) updateRung();
    }),
    session.on('pace', () => {
      if (session.host.current) updateRung();
    }),
    session.on('setting', (name) => {
      if (name === 'unit') showSize();
      else if (name === 'frameTime' || name === 'behaviour' || name === 'massCentre') draw();
    }),
  ];
  return {
    content,
    dispose: () => {
      disposeTree();
      undo.forEach((each) => each());
    },
  };
}

/** The names of all clips on the stage, the own one first; empty with that one alone. @param {Session} session */
const clipNames = ({ info, state: { others } }) => (others.length ? [info?.name, ...others.map(({ label }) => label)].join('\n') : '');

/** The choice of the clip that is told about. @param {Session} session */
function clips(session) {
  const { chosen, chooser, others } = session.state;
  const names = clipNames(session);
  if (!names) return '';
  const options = names
    .split('\n')
    .map((name, index) => /** @type {[string, string]} */ ([String(index), `${String.fromCharCode(65 + index)} \u00b7 ${name}`]));
  const at = others.findIndex(({ element }) => element === chosen?.element) + 1;
  return choice(P.info.clip, options.slice(0, MAX_CLIPS), String(at), (index) =>
    chooser?.choose(others[Number(index) - 1]?.element ?? null),
  );
}

/** An entry at the top. @param {string} name @param {string | HTMLElement} value @param {string | HTMLElement} more second line */
const summary = (name, value, more) =>
  h('div', {}, h('dt', {}, name), h('dd', {}, h('bdi', {}, value)), h('dd', { class: 'second' }, h('bdi', {}, more)));

/** The warnings, folded if there are many. @param {ClipInfo} info */
function warningSection(info) {
  const { length } = info.warnings;
  return length <= MAX_OPEN_WARNINGS
    ? warnings(info)
    : h(
        'div',
        { class: 'folded-warnings' },
        loss(info),
        h('details', { class: 'fold' }, h('summary', {}, P.warnings.title(length + info.warningsDropped)), warnings(info)),
      );
}

/** The skin in use, as a select if several fit. @param {Session} session @param {ClipInfo} info */
function skin(session, info) {
  const { source } = session;
  if (info.skins.length < 2 || !source) return h('bdi', {}, ...withName(info.skin, info.skin));
  const select = h(
    'select',
    {
      'aria-label': P.info.skin,
      onchange: () => {
        // The source remembers the choice as long as the page keeps it.
        source.skinFile = select.value;
        session.exchange(source);
      },
    },
    ...info.skins.map((name) => h('option', { value: name, selected: name === info.skin }, name)),
  );
  return select;
}

/** Links to notable frames. @param {Session} session @param {ClipInfo} info */
function marks(session, info) {
  const own = info.marks.filter(({ behaviour, kind }) => behaviour === session.get('behaviour') && kind !== 'missing');
  if (!own.length) return '';
  const all = own.length + info.marksDropped;
  const events = own.filter(({ kind }) => kind === 'event').length;
  const rest = all - Math.min(MAX_MARKS, own.length);
  return h(
    'details',
    { class: 'fold', open: own.length <= MAX_OPEN_MARKS },
    h('summary', {}, P.marks.title(all - events, events)),
    h(
      'ul',
      { class: 'mark-list' },
      ...own
        .slice(0, MAX_MARKS)
        .map((mark) =>
          h(
            'li',
            {},
            h(
              'button',
              { type: 'button', class: mark.kind, onclick: () => goToMark(session, mark) },
              h('bdi', {}, markWords(info, mark)),
              ' ',
              h('bdi', { class: 'at' }, P.marks.frame(mark.at)),
            ),
          ),
        ),
      rest ? h('li', { class: 'rest' }, P.marks.more(rest)) : null,
    ),
  );
}

/** The first names, and the number of the others. @param {string[]} all */
const names = (all) => `${all.slice(0, MAX_NAMES).join(', ')}${all.length > MAX_NAMES ? ` ${P.marks.more(all.length - MAX_NAMES)}` : ''}`;

/** Whether a note is short enough for the list of facts. @param {ClipInfo['notes'][number]} note */
const isFact = ({ text }) => text.length <= MAX_FACT_LETTERS && !text.includes('\n');

/** A note from the file. @param {ClipInfo['notes'][number]} note */
function note({ title, text }) {
  const open = text.length <= MAX_OPEN_LETTERS;
  // Keyboard users must be able to reach a scrollable text.
  return h('details', { class: 'fold', open }, h('summary', {}, title), h('p', { class: 'remark', tabindex: open ? null : '0' }, text));
}
