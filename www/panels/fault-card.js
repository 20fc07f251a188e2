/** A card in the middle of the stage: what is wrong, or missing, and what may help. */
import { h } from '../player/dom.js';
import { icon } from '../player/icons.js';
import { missing, sentence } from '../player/errors.js';
import { S } from '../player/strings.js';
import { P } from './strings.js';

/** @typedef {import('../player/core.js').Core} Core */
/** @typedef {import('../player/interface.js').Interface} Interface */
/** @typedef {{ text: string, act: () => void }} Action a button */

/**
 * The card for a file's fault, or, without one, for the stage's.
 * @param {Interface} ui
 * @param {Core['fault']} file
 */
export function faultCard(ui, file) {
  const core = /** @type {Core} */ (ui.core);
  if (!file) {
    const { kind = 'gpu', message = '' } = core.gpuFault ?? {};
    const title = kind === 'nogpu' ? P.faults.noGpuTitle : kind === 'gpu' ? P.faults.gpuTitle : P.faults.playerTitle;
    const text = kind === 'nogpu' ? S.errors.noGpu : kind === 'gpu' ? P.faults.gpu : message;
    return card(core, title, text, { main: kind === 'nogpu' ? undefined : { text: S.retry, act: () => core.retry() } });
  }
  const { fault, name } = file;
  const dismiss = { text: P.faults.dismiss, act: () => { core.fault = null; core.signal('fault'); } };
  const lacking = missing(fault);
  if (lacking) return needs(ui, name, lacking, dismiss);
  return card(core, P.faults.title(name), sentence(fault, ''),
    { excerpt: fault.excerpt, main: remedy(ui, fault), other: dismiss, asIs: Boolean(fault.file) });
}

/** What may help. @param {Interface} ui @param {import('../types.d.ts').Fault} fault @returns {Action | undefined} */
function remedy({ core, element }, { kind, code }) {
  const choose = element.chooseFiles;
  if (kind !== 'parse' && kind !== 'link') return { text: S.retry, act: () => core?.loader.retry() };
  return code?.endsWith('.no-fit') && choose ? { text: P.faults.openAnother, act: choose } : undefined;
}

/**
 * Nothing is wrong with the file: it waits for another one.
 * @param {Interface} ui
 * @param {string} name
 * @param {import('../player/errors.js').Lacking} lacking
 * @param {Action} dismiss
 */
function needs({ core, element }, name, lacking, dismiss) {
  const choose = element.chooseFiles;
  const { what, bones } = lacking;
  const file = lacking.name || P.faults.anySkeleton;
  // Fingers drop no files.
  const ask = matchMedia('(hover: none)').matches ? P.faults.openSkeleton : P.faults.dropSkeleton;
  const drop = (choose || what === 'keys' ? ask : P.faults.nameSkeleton)(file);
  const [title, text] = {
    wearer: [P.faults.isSkin(name), P.faults.dropWearer],
    owner: [P.faults.isKeys(name), P.faults.dropOwner],
    keys: [P.faults.needsKeys(name), drop],
    skeleton: [P.faults.needsSkeleton(name), bones ? `${drop} ${P.faults.moves(bones)}` : drop],
  }[what];
  return card(/** @type {Core} */ (core), title, text,
    { sign: 'figure', main: choose ? { text: P.faults.openIt, act: choose } : undefined, other: dismiss });
}

/**
 * @param {Core} core
 * @param {string} title
 * @param {string} text
 * @param {{ sign?: import('../player/icons.js').IconName, excerpt?: string, main?: Action, other?: Action, asIs?: boolean }} more asIs: begins with a file's name
 */
function card(core, title, text, { sign = 'warn', excerpt, main, other, asIs = false }) {
  const clean = text.replace(/^: /, '');
  const push = (/** @type {Action | undefined} */ action, /** @type {string} */ style) =>
    action && h('button', { type: 'button', class: style, onclick: action.act }, action.text);
  return h('div', { class: core.info && !core.gpuFault ? 'card low' : 'card', 'data-sign': sign },
    h('h2', {}, icon(sign), h('span', {}, title)),
    h('p', {}, asIs ? clean : clean.charAt(0).toUpperCase() + clean.slice(1)),
    excerpt ? h('code', {}, excerpt) : null,
    main || other ? h('div', { class: 'actions' }, push(main, 'push main'), push(other, 'push')) : null);
}
