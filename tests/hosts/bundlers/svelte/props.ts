/** What Svelte's tools know of the tags. It is type-checked, never run. */
import 'marey-player';
import type { SvelteHTMLElements } from 'svelte/elements';

export const player: SvelteHTMLElements['marey-player'] = {
  src: 'walk.bvh',
  controls: true,
  fps: 60,
  'in-place': true,
  playbackRate: 2,
  class: 'stage',
  'aria-label': 'A walk',
  onclick: (event) => event.currentTarget.pause(),
  onbehaviourchange: ({ detail }) => detail.name,
};
export const clip: SvelteHTMLElements['marey-clip'] = { src: 'jump.bvh', offset: 0.5, ghost: true, hidden: true };

// Type errors are reported.
export const wrong: SvelteHTMLElements['marey-player'][] = [
  // @ts-expect-error
  { controls: 'no' },
  // @ts-expect-error
  { sorce: 'walk.bvh' },
  // @ts-expect-error
  { onbehaviourchange: ({ detail }) => detail.joints },
];
// @ts-expect-error
export const wrongClip: SvelteHTMLElements['marey-clip'] = { offset: [] };
