/** The keys of links that are ours to write. Any other stays in an address as it is. */
export const LINK_KEYS = ['url', 'clip', 'src', 'base', 'skeleton', 'skin', 't', 'end', 'speed', 'loop', 'loop-mode', 'camera', 'behaviour', 'unit', 'up', 'ground', 'fps', 'follow', 'in-place', 'paused'];
