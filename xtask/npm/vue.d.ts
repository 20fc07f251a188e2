/** `import 'marey-player/vue'`: the element, and the tag in Vue's templates for its tools. */
import type { HTMLAttributes, ReservedProps } from 'vue';
import type {
  MareyClip,
  MareyClipAttributes,
  MareyPlayer,
  MareyPlayerAttributes,
  MareyPlayerEventMap,
  MareyPlayerOptions,
  MareyPlayerWritable,
} from './marey-player.js';

export * from './marey-player.js';

/** Vue names the listener of `@loadedmetadata` `onLoadedmetadata`. */
type Listeners = {
  [K in keyof MareyPlayerEventMap as `on${Capitalize<K>}`]?: (
    event: MareyPlayerEventMap[K] & { readonly currentTarget: MareyPlayer },
  ) => unknown;
};
type Own = MareyPlayerAttributes & MareyPlayerOptions & Partial<Pick<MareyPlayer, MareyPlayerWritable>> & Listeners;

declare module 'vue' {
  interface GlobalComponents {
    'marey-player': new () => MareyPlayer & { $props: Own & Omit<HTMLAttributes, keyof Own> & ReservedProps };
    'marey-clip': new () => MareyClip & { $props: MareyClipAttributes & Omit<HTMLAttributes, keyof MareyClipAttributes> & ReservedProps };
  }
}
