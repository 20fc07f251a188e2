/** The link parameters that the player writes. All others in an address are kept. */
export const LINK_KEYS = ['url', 'clip', 'src', 'base', 'skeleton', 'skin', 't', 'end', 'speed', 'loop', 'loop-mode', 'camera', 'behaviour', 'unit', 'up', 'ground', 'fps', 'follow', 'in-place', 'paused', 'moments', 'moments-spacing', 'moments-tint', 'label', 'offset', 'position', 'turn'];
