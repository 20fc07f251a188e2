/** A card in the middle of the stage: what is wrong, or missing, and what may help. */
import { h } from '../player/dom.js';
import { CRASHED } from '../player/adapter.js';
import { icon } from '../controls/icons.js';
import { withName } from '../controls/names.js';
import { missing, place, sentence } from '../player/errors.js';
import { UPDATED } from '../player/parts.js';
import { FOREIGN } from '../player/hosts.js';
import { S } from '../player/strings.js';
import { P } from './strings.js';

/** @typedef {import('../player/session.js').Session} Session */
/** @typedef {import('../controls/controls.js').Controls} Controls */
/** @typedef {{ text: string, act: () => void }} Action a button */

const reload = () => ({ text: S.reload, act: () => location.reload() });

/**
 * The card for a file's fault, or, without one, for the stage's.
 * @param {Controls} ui
 * @param {Session['failure']} file
 */
export function faultCard(ui, file) {
  const { session } = ui;
  const whole = file?.fault ?? session.pictureFault;
  if (whole?.code === UPDATED) return card(session, P.faults.updatedTitle, whole.message, { main: reload() });
  if (!file) {
    const { kind = 'gpu', message = '', code } = session.pictureFault ?? {};
    const retry = { text: S.retry, act: () => session.retryPicture() };
    if (code === CRASHED) return card(session, P.faults.crashedTitle, P.faults.crashed, { main: retry, other: reload() });
    const title = kind === 'nogpu' ? P.faults.noGpuTitle : kind === 'gpu' ? P.faults.gpuTitle : P.faults.playerTitle;
    const text = kind === 'nogpu' ? (session.element.getAttribute('renderer') === 'none' ? message : P.faults.noGpu(P.faults.remedies[browser()])) : kind === 'gpu' ? P.faults.gpu : message;
    return card(session, title, text, { main: kind === 'nogpu' ? undefined : retry, other: kind === 'gpu' ? reload() : undefined });
  }
  const { fault, name } = file;
  const dismiss = { text: P.faults.dismiss, act: () => session.dismiss() };
  const lacking = missing(fault);
  if (lacking) return needs(ui, name, lacking, dismiss);
  // Where in a file of bytes it went wrong helps only those who look into it; a file of another kind is wrong from its start.
  const line = fault.code?.startsWith('file.') ? undefined : fault.line;
  return card(session, P.faults.title(name), sentence({ ...fault, byte: undefined, line }, ''),
    { names: [name, fault.file ?? ''], excerpt: fault.excerpt, detail: detail(fault), main: remedy(ui, fault), other: dismiss, asIs: Boolean(fault.file) });
}

/** Whose settings may help. */
const browser = () => (/Firefox/.test(navigator.userAgent) ? 'firefox' : /Chrome/.test(navigator.userAgent) ? 'chromium' : /Safari/.test(navigator.userAgent) ? 'safari' : 'other');

/** What a report of the fault needs: names and numbers of programs. @param {import('../types.d.ts').Fault} fault */
const detail = (fault) => [fault.code, fault.line ? '' : place(fault), fault.detail].filter(Boolean).join(' \u00b7 ');

/** What may help. @param {Controls} ui @param {import('../types.d.ts').Fault} fault @returns {Action | undefined} */
function remedy({ session, element }, { kind, code, about }) {
  const choose = session?.chooseFiles;
  if (code === FOREIGN) return { text: P.faults.openFrom(String(about)), act: () => session.agree() };
  if (kind !== 'parse' && kind !== 'link') return { text: S.retry, act: () => session.retryAll() };
  return code?.endsWith('.no-fit') && choose ? { text: P.faults.openAnother, act: choose } : undefined;
}

/**
 * Nothing is wrong with the file: it waits for another one.
 * @param {Controls} ui
 * @param {string} name
 * @param {import('../player/errors.js').Lacking} lacking
 * @param {Action} dismiss
 */
function needs({ session, element }, name, lacking, dismiss) {
  const choose = session?.chooseFiles;
  const { what, hint, bones } = lacking;
  const file = lacking.name || P.faults.anySkeleton;
  // Fingers drop no files.
  const ask = matchMedia('(hover: none)').matches ? P.faults.openSkeleton : P.faults.dropSkeleton;
  const drop = (choose || what === 'keys' ? ask : P.faults.nameSkeleton)(file);
  const [title, text] = {
    wearer: [P.faults.isSkin(name), P.faults.dropWearer],
    owner: [P.faults.isKeys(name), P.faults.dropOwner],
    keys: [P.faults.needsKeys(name), drop],
    skeleton: [P.faults.needsSkeleton(name), [drop, hint && `${hint.charAt(0).toUpperCase()}${hint.slice(1)}.`, bones && P.faults.moves(bones)].filter(Boolean).join(' ')],
  }[what];
  return card(/** @type {Session} */ (session), title, text,
    { names: [name, file], sign: 'figure', main: choose ? { text: P.faults.openIt, act: choose } : undefined, other: dismiss });
}

/**
 * @param {Session} session
 * @param {string} title
 * @param {string} text
 * @param {{ names?: string[], sign?: import('../controls/icons.js').IconName, excerpt?: string, detail?: string, main?: Action, other?: Action, asIs?: boolean }} more names: of files, in the title and in the text; asIs: begins with a file's name
 */
function card(session, title, text, { names: [ofTitle, ofText] = ['', ''], sign = 'warn', excerpt, detail: technical, main, other, asIs = false }) {
  const clean = text.replace(/^: /, '');
  const push = (/** @type {Action | undefined} */ action, /** @type {string} */ style) =>
    action && h('button', { type: 'button', class: style, part: 'button', onclick: action.act }, action.text);
  return h('div', { class: session.drawn ? 'card low' : 'card', part: 'card', 'data-sign': sign },
    h('h2', {}, icon(sign), h('span', {}, ...withName(title, ofTitle))),
    h('p', {}, ...withName(asIs ? clean : clean.charAt(0).toUpperCase() + clean.slice(1), ofText)),
    excerpt ? h('code', {}, excerpt) : null,
    technical ? h('details', {}, h('summary', {}, P.faults.detail), h('code', {}, technical)) : null,
    main || other ? h('div', { class: 'actions' }, push(main, 'push main'), push(other, 'push')) : null);
}
