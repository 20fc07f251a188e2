/** The file's warnings: one line per cause, which unfolds to the places. */
import { h } from '../player/base/dom.js';
import { icon } from '../controls/icons.js';
import { withName } from '../controls/names.js';
import { cutOf } from '../controls/title.js';
import { P } from './strings.js';

/** @typedef {import('../types.d.ts').ClipInfo} ClipInfo */
/** @typedef {import('../types.d.ts').ClipWarning} ClipWarning */

/** Says of a file that it ends early, where the list of warnings is folded; '' of another. @param {ClipInfo} info */
export function loss(info) {
  const cut = cutOf(info);
  return cut ? h('p', { class: 'loss' }, icon('warn'), h('span', {}, P.warnings.cut)) : '';
}

/** @param {ClipInfo} info */
export function warnings(info) {
  const { warnings: list, warningsDropped } = info;
  if (!list.length) return '';
  const cut = cutOf(info);
  return h(
    'ul',
    { class: 'warnings', 'aria-label': P.warnings.title(list.length + warningsDropped) },
    ...list.map((warning) => h('li', {}, icon('warn'), cause(warning === cut ? { ...warning, message: P.warnings.cut } : warning))),
    warningsDropped ? h('li', { class: 'rest' }, P.warnings.dropped(warningsDropped)) : null,
  );
}

/** @param {ClipWarning} warning */
function cause(warning) {
  const line = sentence(warning);
  const { more, count } = warning;
  if (!more.length) return h('p', {}, ...line);
  const same = more.filter(({ message, line: at }) => !message && at).map(({ line: at }) => /** @type {number} */ (at));
  const others = more.filter(({ message }) => message);
  const rest = count - 1 - same.length - others.length;
  return h(
    'details',
    {},
    h('summary', {}, ...line),
    others.length ? h('ul', {}, ...others.map(({ message, line: at }) => h('li', {}, P.warnings.place('', at), message))) : null,
    same.length ? h('p', {}, P.warnings.alsoIn(same, others.length ? 0 : rest)) : null,
    others.length && rest ? h('p', {}, P.warnings.dropped(rest)) : null,
  );
}

/** @param {ClipWarning} warning */
function sentence({ file, line, count, noun, message }) {
  const words = P.warnings;
  if (count === 1) {
    const place = words.place(file, line);
    return place ? [h('b', {}, ...withName(place, file)), message] : [message];
  }
  return [h('b', {}, words.many(count, noun)), ...withName(words.from(file, line, noun), file), message];
}
