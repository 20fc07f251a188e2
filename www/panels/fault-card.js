/** A card in the middle of the stage about a fault or a missing file, with possible remedies. */
import { h, setText } from '../player/base/dom.js';
import { CRASHED } from '../player/drawing/adapter.js';
import { icon } from '../controls/icons.js';
import { withName } from '../controls/names.js';
import { pageParts } from '../controls/page-parts.js';
import { positionOf, sentence } from '../player/words/errors.js';
import { missingFile } from '../player/words/missing-file.js';
import { UPDATED } from '../player/base/parts.js';
import { REDIRECT } from '../player/base/hosts.js';
import { S } from '../player/words/strings.js';
import { C } from '../controls/strings.js';
import { coded } from './coded.js';
import { faultReport, isOurs } from './fault-report.js';
import { addressOf, cause } from './likely.js';
import { P } from './strings.js';

/** @typedef {import('../player/session/session.js').Session} Session */
/** @typedef {import('../controls/controls.js').Controls} Controls */
/** @typedef {{ text: string, act: () => void }} Action */

const reload = () => ({ text: S.reload, act: () => location.reload() });

/** The card for a file's fault or, if `file` is null, for the stage's. @param {Controls} ui @param {Session['failure']} file */
export function faultCard(ui, file) {
  const { session } = ui;
  const anyFault = file?.fault ?? session.pictureFault;
  if (anyFault?.code === UPDATED) return card(session, P.faults.updatedTitle, anyFault.message, { main: reload() });
  if (!file) return stageCard(session, session.pictureFault ?? { kind: 'gpu', message: '' });
  const { fault } = file;
  const name = file.name || S.errors.linkName;
  const dismiss = { text: P.faults.dismiss, act: () => session.dismiss() };
  const needed = missingFile(fault);
  if (needed) return missingFileCard(ui, name, needed, dismiss);
  // Byte offsets help only people who inspect the file, and in a file of an unknown kind the line is always the first.
  const line = fault.code?.startsWith('file.') ? undefined : fault.line;
  const title = fault.code === 'retarget.target' ? P.faults.figureTitle(name) : P.faults.title(name);
  return card(session, title, sentence({ ...fault, byte: undefined, line }, ''), {
    names: [name, fault.file ?? ''],
    asked: [...addressLines(session, fault), ...pictureLine(session, file.source)],
    excerpt: fault.excerpt,
    ...(isOurs(fault) ? { report: faultReport(session, fault, file.source) } : { detail: detail(fault) }),
    main: askForJoints(ui, fault) ?? remedy(ui, fault),
    other: dismiss,
    asIs: Boolean(fault.file),
  });
}

/** The card for a stage without a picture. @param {Session} session @param {import('../types.d.ts').Fault} fault */
function stageCard(session, fault) {
  const { kind, code, message } = fault;
  const unwanted = session.element.getAttribute('renderer') === 'none';
  const main = { text: C.retry, act: () => session.retryPicture() };
  const report = faultReport(session, fault, session.source);
  const withNote = (/** @type {string} */ text, /** @type {string} */ note) => (session.complete ? `${text} ${note}` : text);
  if (code === CRASHED)
    return card(session, P.faults.crashedTitle, withNote(P.faults.crashed, P.faults.keptUntilReload), { main, other: reload(), report });
  // If this page has drawn before, a retry may succeed.
  if (kind === 'gpu' || (kind === 'nogpu' && session.drawn && !unwanted)) {
    return card(session, P.faults.gpuTitle, withNote(P.faults.gpu(code === 'trap' ? P.faults.trapped : message), P.faults.kept), {
      main,
      other: reload(),
      report,
    });
  }
  if (kind !== 'nogpu') return card(session, P.faults.playerTitle, message, { main, report });
  if (unwanted) return card(session, P.faults.noGpuTitle, message, {});
  return card(session, P.faults.noGpuTitle, P.faults.noGpu(P.faults.remedies[browser()]), { report });
}

/** The browser, to name its settings. */
const browser = () =>
  /Firefox/.test(navigator.userAgent)
    ? 'firefox'
    : /Chrome/.test(navigator.userAgent)
      ? 'chromium'
      : /Safari/.test(navigator.userAgent)
        ? 'safari'
        : 'other';

/** Technical details for a report. @param {import('../types.d.ts').Fault} fault */
const detail = (fault) => [fault.code, fault.line ? '' : positionOf(fault), fault.detail].filter(Boolean).join(' \u00b7 ');

/** The requested address and its likely mistake. @param {Session} session @param {import('../types.d.ts').Fault} fault */
function addressLines(session, fault) {
  const address = addressOf(session);
  if (!address) return [];
  const { written, whole, shown } = address;
  const likely = cause(fault, address);
  return [
    h(
      'p',
      { class: 'asked' },
      `${P.hints.asked} `,
      h('bdi', {}, shown),
      ...(written === whole ? [] : [', ', ...withName(P.hints.writtenAs(written), written)]),
      '.',
    ),
    likely && h('p', { class: 'asked', dir: 'auto' }, likely),
  ];
}

/** Mentions pictures opened with the file, which are not shown. @param {Session} session @param {import('../types.d.ts').Source | null} source */
function pictureLine(session, source) {
  const beside = pageParts(session).clips?.picturesOf(source) ?? [];
  if (!beside.length) return [];
  const names = beside.map(({ name }) => name).join(', ');
  return [h('p', { class: 'asked' }, ...withName(P.faults.pictures(names, beside.length), names))];
}

/** Lets the visitor name the joints of a figure whose names say nothing. @param {Controls} ui @param {import('../types.d.ts').Fault} fault @returns {Action | undefined} */
function askForJoints({ panels, session }, { code }) {
  const { asking } = session.state;
  if (!asking || !code?.startsWith('retarget.')) return undefined;
  const act = async () => {
    await asking.begin();
    if (panels.name !== 'details') panels.toggle('details');
  };
  return { text: P.faults.nameJoints, act };
}

/** @param {Controls} ui @param {import('../types.d.ts').Fault} fault @returns {Action | undefined} */
function remedy({ session }, { kind, code, about, agree }) {
  const choose = session && pageParts(session).chooseFiles;
  if (agree) return { text: code === REDIRECT ? P.faults.follow : P.faults.openFrom(String(about)), act: () => session.agree() };
  if (kind !== 'parse' && kind !== 'link') return { text: C.retry, act: () => session.retryAll() };
  return code?.endsWith('.no-fit') && choose ? { text: P.faults.openAnother, act: choose } : undefined;
}

/**
 * The card for a valid file that waits for another one.
 * @param {Controls} ui @param {string} name @param {import('../player/words/missing-file.js').MissingFile} needed @param {Action} dismiss
 */
function missingFileCard({ session, element }, name, needed, dismiss) {
  const choose = session && pageParts(session).chooseFiles;
  const { what, hint, bones } = needed;
  const file = needed.name || P.faults.anySkeleton;
  // Touch screens have no drag and drop of files.
  const ask = matchMedia('(hover: none)').matches ? P.faults.openSkeleton : P.faults.dropSkeleton;
  const drop = (choose || what === 'keys' ? ask : P.faults.nameSkeleton)(file);
  const [title, text] = {
    wearer: [P.faults.isSkin(name), P.faults.dropWearer],
    owner: [P.faults.isKeys(name), P.faults.dropOwner],
    keys: [P.faults.needsKeys(name), drop],
    means: [P.faults.isNormalized(name), P.faults.dropMeans],
    skeleton: [
      P.faults.needsSkeleton(name),
      [drop, hint && `${hint.charAt(0).toUpperCase()}${hint.slice(1)}.`, bones && P.faults.moves(bones)].filter(Boolean).join(' '),
    ],
  }[what];
  return card(/** @type {Session} */ (session), title, text, {
    names: [name, file],
    sign: 'figure',
    main: choose ? { text: P.faults.openIt, act: choose } : undefined,
    other: dismiss,
  });
}

/**
 * @param {Session} session @param {string} title @param {string} text
 * @param {{ names?: string[], asked?: (HTMLElement | '')[], sign?: import('../controls/icons.js').IconName, excerpt?: string, detail?: string, report?: Promise<string>, main?: Action, other?: Action, asIs?: boolean }} more names: of the files in title and text; asIs: the text begins with a file's name, so its case is kept
 */
function card(
  session,
  title,
  text,
  { names: [ofTitle, ofText] = ['', ''], asked: lines = [], sign = 'warn', excerpt, detail: technical, report, main, other, asIs = false },
) {
  const push = (/** @type {Action | undefined} */ action, /** @type {string} */ style) =>
    action && h('button', { type: 'button', class: style, part: 'button', onclick: action.act }, action.text);
  return h(
    'div',
    { class: session.drawn ? 'card low' : 'card', part: 'card', 'data-sign': sign },
    h('h2', {}, icon(sign), h('span', {}, ...withName(title, ofTitle))),
    ...told(session, asIs ? text : text.charAt(0).toUpperCase() + text.slice(1), ofText, ofTitle),
    ...lines,
    excerpt ? h('code', {}, excerpt) : null,
    report ? reportOf(session, report) : null,
    technical ? h('details', {}, h('summary', {}, P.faults.detail), h('code', {}, technical)) : null,
    main || other ? h('div', { class: 'actions' }, push(main, 'push main'), push(other, 'push')) : null,
  );
}

/** Python at the end of a message, as the core writes it: lines with a semicolon between them. */
const PYTHON = /^(.*): `(import [^`]+)`\.?$/su;

/**
 * A message: words in backticks are code, and Python at its end can be copied, with the file's name in it.
 * @param {Session} session @param {string} text @param {string} name the name in the text @param {string} opened the file
 */
function told(session, text, name, opened) {
  const [, words = text, python = ''] = PYTHON.exec(text) ?? [];
  const lines = python.replaceAll('; ', '\n').replaceAll("'FILE'", () => JSON.stringify(opened));
  return [
    h('p', {}, ...coded(words, name), lines && ':'),
    lines && h('div', { class: 'python' }, ...copied(session, lines, P.faults.copyLines, P.faults.linesCopied)),
  ];
}

/** A report with a button to copy it. @param {Session} session @param {Promise<string>} report */
const reportOf = (session, report) =>
  h('details', {}, h('summary', {}, P.faults.detail), ...copied(session, report, P.faults.copyReport, P.faults.reportCopied));

/** Code and a button to copy it. @param {Session} session @param {string | Promise<string>} code @param {string} label @param {string} said */
function copied(session, code, label, said) {
  const text = h('code');
  Promise.resolve(code).then((lines) => setText(text, lines));
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(await code);
      session.say(said);
    } catch {
      getSelection()?.selectAllChildren(text);
      session.say(S.say.copyFailed);
    }
  };
  return [text, h('button', { type: 'button', class: 'push', part: 'button', onclick: copy }, label)];
}
