/** What the palette offers: tools and other actions, options with their values, clips and joints, each from the table that has it. */
import { isOrtho, setOrtho } from '../controls/views.js';
import { pageParts } from '../controls/page-parts.js';
import { C } from '../controls/strings.js';
import { P } from '../panels/strings.js';
import { ROWS } from '../player/base/options.js';
import { SPEEDS } from '../player/base/values.js';
import { isOn, tools } from '../player/element/rooms.js';
import { speed } from '../player/words/format.js';
import { K } from './strings.js';

/** @typedef {import('../controls/controls.js').Controls} Controls */
/** @typedef {'actions' | 'options' | 'clips' | 'joints'} Group */
/**
 * @typedef {object} Entry
 * @property {Group} group
 * @property {string} key by which it is known again
 * @property {string} name
 * @property {string} [about]
 * @property {string} [words]
 * @property {import('../controls/icons.js').IconName} [icon]
 * @property {string} [keys] that do the same
 * @property {() => string} [value] as it is now
 * @property {() => void} run
 * @property {(way: 1 | -1) => void} [next] sets the next value
 * @property {number} [joint] shown on the figure
 */

/** The most joints for which their curves and trails are offered. */
const MOST_JOINTS = 2;

const onOff = (/** @type {unknown} */ on) => (on ? K.on : K.off);
/** `shift+t` as keys with blanks between them. @param {string} key */
const inWords = (key) => key.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()).replace('+', ' ');
const otherWords = (/** @type {string} */ name) => K.synonyms[name] ?? '';

/** @param {Controls} ui @returns {Entry[]} */
export const entriesOf = (ui) => [...actions(ui), ...options(ui), ...clips(ui), ...joints(ui)];

/** @param {Controls} ui @returns {Entry[]} */
function actions(ui) {
  const { bar, session } = ui;
  const { playback, info } = session;
  /** @param {string} key @param {string} name @param {string} about @param {() => void} run @param {Partial<Entry>} [more] @returns {Entry} */
  const action = (key, name, about, run, more) => ({ group: 'actions', key, name, about, run, words: otherWords(key), ...more });
  const own = tools()
    .filter(({ moves, offered, words }) => words.title && info && !(moves && playback.still) && (offered?.(session) ?? true))
    .map((tool) =>
      action(tool.name, tool.words.title ?? '', K.tools, () => bar?.use(tool), {
        icon: tool.icon,
        keys: inWords(tool.key ?? tool.press?.[0] ?? ''),
        value: () => onOff(bar?.uses(tool)),
      }),
    );
  const panels = /** @type {const} */ ([
    ['details', 'I', 'info'],
    ['settings', '', 'tune'],
    ['share', '', 'share'],
    ['help', '?', 'help'],
  ])
    .filter(([name]) => (name === 'details' ? info : name !== 'share' || ui.element.hasAttribute('share')))
    .map(([name, keys, icon]) =>
      action(name, C[name], K.panel, () => ui.panels.name !== name && ui.panels.toggle(name), {
        keys,
        icon,
        value: () => onOff(ui.panels.name === name),
      }),
    );
  const views = /** @type {const} */ (['front', 'side', 'top', 'home']).map((view) =>
    action(view, C.views[view], K.view, () => session.view.setCamera(view), { icon: 'look' }),
  );
  const { chooseFiles } = pageParts(session);
  return [
    ...own,
    ...(info
      ? [
          ...views,
          action('ortho', C.ortho, K.view, () => setOrtho(session, !isOrtho(session)), {
            icon: 'look',
            value: () => onOff(isOrtho(session)),
          }),
          action('playOrPause', K.playOrPause, '', () => playback.toggle(), { icon: 'play', keys: 'Space' }),
          action('start', K.goToStart, '', () => playback.seek({ seconds: playback.begin }), { icon: 'prev', keys: 'Home' }),
          action('end', K.goToEnd, '', () => playback.seek({ seconds: playback.duration }), { icon: 'next', keys: 'End' }),
          ...SPEEDS.map((rate) =>
            action(`speed ${rate}`, K.speeds(speed(rate)), '', () => ui.history.set('speed', rate), {
              icon: 'play',
              words: otherWords('speed'),
            }),
          ),
        ]
      : []),
    ...panels,
    action('undo', C.undo, '', () => ui.history.undo(), { icon: 'retry', keys: 'Ctrl Z' }),
    action('redo', C.redo, '', () => ui.history.redo(), { icon: 'retry', keys: 'Shift Ctrl Z' }),
    ...(chooseFiles ? [action('open', K.openFiles, '', () => chooseFiles(), { icon: 'open' })] : []),
    ...(document.fullscreenEnabled
      ? [action('fullscreen', C.fullscreen, '', () => ui.fullscreen.toggle(), { icon: 'expand', keys: 'F' })]
      : []),
  ];
}

/** The options that have words or are on or off, by what their steps are called. @param {Controls} ui @returns {Entry[]} */
function options(ui) {
  const { element, session } = ui;
  if (!session.info) return [];
  const named = /** @type {Record<string, string>} */ (P.steps);
  return ROWS.flatMap(({ kind, link, name, words }) => {
    if (!link || !named[name] || (kind !== 'boolean' && !words)) return [];
    const title = named[name].replace(/^./, (letter) => letter.toUpperCase());
    const now = () => /** @type {any} */ (element)[name];
    const set = (/** @type {unknown} */ value) =>
      ui.history.set(/** @type {import('../player/base/options.js').OptionName} */ (name), value);
    const next = (/** @type {1 | -1} */ way) => {
      if (kind === 'boolean') set(!now());
      else {
        const all = /** @type {readonly string[]} */ (words);
        set(all[(all.indexOf(now()) + way + all.length) % all.length]);
      }
    };
    return [
      /** @type {Entry} */ ({
        group: 'options',
        key: name,
        name: title,
        about: K.option,
        words: [otherWords(name), ...(words ?? [])].join(' '),
        icon: 'tune',
        value: () => (kind === 'boolean' ? onOff(now()) : String(now())),
        run: () => next(1),
        next,
      }),
    ];
  });
}

/** @param {Controls} ui @returns {Entry[]} */
const clips = ({ session }) =>
  (pageParts(session).clips?.choices() ?? []).map(({ name, note, current, choose }, index) => ({
    group: 'clips',
    key: `clip ${index} ${name}`,
    name,
    about: note,
    icon: 'list',
    value: () => (current ? K.playing : ''),
    run: choose,
  }));

/** @param {Controls} ui @returns {Entry[]} */
function joints({ session }) {
  return (session.info?.joints ?? []).flatMap(({ endSite, label, name }, joint) =>
    endSite
      ? []
      : [
          /** @type {Entry} */ ({
            group: 'joints',
            key: `joint ${name}`,
            name: K.select(label || name),
            about: label ? name : '',
            joint,
            run: () => session.view.select(joint),
          }),
        ],
  );
}

/** What tools show of the joints that were found first. @param {Controls} ui @param {Entry[]} found @returns {Entry[]} */
export function ofJoints(ui, found) {
  const { bar, session } = ui;
  if (!session.info || session.playback.still) return [];
  const shown = tools().filter(({ words }) => words.ofJoint);
  return found
    .filter(({ joint }) => joint !== undefined)
    .slice(0, MOST_JOINTS)
    .flatMap(({ joint = 0 }) => {
      const { label = '', name = '' } = session.info?.joints[joint] ?? {};
      return shown.map((tool) => {
        const key = tool.key ?? tool.press?.[0] ?? '';
        return /** @type {Entry} */ ({
          group: 'actions',
          key: `${tool.name} ${name}`,
          name: `${tool.words.ofJoint} ${label || name}`,
          about: label ? name : '',
          icon: tool.icon,
          keys: inWords(key),
          joint,
          run: () => {
            session.view.select(joint);
            if (tool.press) bar?.press(tool, key);
            else if (!isOn(tool, session)) bar?.use(tool);
          },
        });
      });
    });
}
