/** A notice at the top: the skeleton may belong to another person. */
import { h } from '../player/base/dom.js';
import { icon } from '../controls/icons.js';
import { withName } from '../controls/names.js';
import { pageParts } from '../controls/page-parts.js';
import { P } from './strings.js';

/** @param {import('../player/session/session.js').Session} session @param {import('../types.d.ts').ClipInfo} info */
export function notice(session, { skeletonFile, skeletonDoubt }) {
  if (!skeletonDoubt) return '';
  const { chooseFiles } = pageParts(session);
  return h(
    'div',
    { class: 'notice' },
    icon('warn'),
    h('p', {}, ...withName(P.faults.playedOn(skeletonFile, skeletonDoubt), skeletonFile)),
    chooseFiles && h('button', { type: 'button', class: 'push', onclick: chooseFiles }, P.faults.openAnother),
  );
}
