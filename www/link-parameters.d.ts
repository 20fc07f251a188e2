/** Parameters of links to the page or the frame, in the fragment or the query; the fragment wins. */
export interface LinkParameters {
  /** The motion file's address: https, or a path from the page that the link opens. Repeated, each further one is a clip beside the first. */
  url: string;
  /** The motion itself, with its skeleton, packed as text, in place of `url`. Repeated, as `url`. */
  clip: string;
  /** The address of the skeleton that a motion needs. Repeated, that of each `url` in order. */
  skeleton: string;
  /** The name of a clip beside the first, as all `label`s in order. */
  label: string;
  /** When a clip beside the first begins, seconds on the clock of the first. */
  offset: string;
  /** Where a clip beside the first stands: its displacement along x and z, metres. */
  position: string;
  /** How far a clip beside the first is turned around the vertical, degrees. */
  turn: string;
  /** What a clip beside the first does beyond its beginning and its end: `hold`, `leave` or `loop`. */
  beyond: string;
  /** The speed of a clip beside the first; 1 is that of the player. */
  'clip-speed': string;
  /** The unit of the file of a clip beside the first, as the attribute `unit`. */
  'clip-unit': string;
  /** The up axis of a clip beside the first, as the attribute `up`. */
  'clip-up': string;
  /** The frame rate of a clip beside the first. */
  'clip-fps': string;
  /** How the positions of a clip beside the first are meant, as the attribute `positions`. */
  'clip-positions': string;
  /** The name of the behaviour that a clip beside the first plays. */
  'clip-behaviour': string;
  /** How the clips are compared, words with commas: `side` for side by side; how they are aligned; the measure of the difference. */
  compare: string;
  /** The address of a skin. */
  skin: string;
  /** The address of a figure that the motion is played on. */
  onto: string;
  /** The joints of an array: the name of their order, as the attribute `joints`. Repeated, of each `url` in order. */
  joints: string;
  /** The meaning of an array's axes, as the attribute `axes`. Repeated, of each `url` in order. */
  axes: string;
  /** What an array's numbers are, as the attribute `holds`. Repeated, of each `url` in order. */
  holds: string;
  /** `1`: the first frame of a BVH is left out if it is a T-pose for reference. Repeated, of each `url` in order. */
  'skip-reference': string;
  /** The first moment shown: `12.5`, `2:03`, `2m3s`, or a frame, `f120`. By default the start of the clip or of the loop. */
  t: string;
  /** The end of playback, in the same notations. */
  end: string;
  /** The playback rate: `0.5` is half speed; negative plays backwards. */
  speed: string;
  /** `1` repeats the clip, `1.5-3` repeats these seconds, `0` does not repeat. */
  loop: string;
  /** How a loop repeats: `forward`, `pingpong` or `reverse`. */
  'loop-mode': string;
  /** The camera: `front`, `back`, `left`, `right`, `top`, `home`, or `yaw,pitch,distance,x,y,z`; optionally with `,ortho`. Or `view:` and the name of one of the file's cameras. */
  camera: string;
  /** The name of the behaviour to play. */
  behaviour: string;
  /** The file's unit of length: `m`, `dm`, `cm`, `mm`, `in`, `cmu`, or metres. */
  unit: string;
  /** The axis that points up: `x`, `y`, `z`, `-x`, `-y`, `-z`. */
  up: string;
  /** How a BVH's position channels are meant: `replace` or `add`; `auto` guesses. */
  positions: string;
  /** Where the floor is: `auto` or `zero`. */
  ground: string;
  /** Frames per second, replacing the file's rate. */
  fps: string;
  /** `dark`, `light`, or `auto`. */
  theme: string;
  /** `1`: paused until the visitor plays it. */
  paused: string;
  /** Whether the camera follows the figure: `on`, `off`, `auto`. */
  follow: string;
  /** `1`: the figure stays over one spot. */
  'in-place': string;
  /** The pose between two frames: `linear` or `nearest`. */
  interpolation: string;
  /** A chronophotograph of this many figures, or at these seconds: `0.2,0.55,1.1`. */
  moments: string;
  /** How its moments are spaced: `time`, `distance` or `contacts`. */
  'moments-spacing': string;
  /** How its figures show their order: `fade`, `viridis` or `none`. */
  'moments-tint': string;
  /** Ghosts before and after the figure: `3`, or `3,1`. */
  ghosts: string;
  /** The time from ghost to ghost: seconds (`0.1`), frames (`5f`), `keys` or `contacts`. */
  'ghost-step': string;
  /** Trails of these joints, with commas between their names; empty: of the three ends of limbs that travel farthest. */
  trails: string;
  /** How many seconds of a trail are shown before and after the moment, or `all`. */
  'trail-window': string;
  /** Measures that are drawn, as the attribute `measures`: `angle:LeftUpLeg,LeftLeg,LeftFoot;height:Head`. */
  measures: string;
  /** Own marks on the timeline, as the attribute `marks`: `step@1.2;turn@2-3.5`. */
  marks: string;
  /** Lanes of feet on the ground, as the attribute `contacts`: empty, or thresholds, `0.8,0.05`. */
  contacts: string;
  /** Curves above the timeline, as the attribute `curves`: `RightHand:y LeftLeg:angle`; empty: of the joint that is selected. */
  curves: string;
  /** The best renderer to use: `auto`, `webgpu`, `webgl`, `canvas`, or `none`. */
  renderer: string;
}

/** The parameters of one address. */
export interface LinkValues {
  get(name: keyof LinkParameters): string | undefined;
  has(name: keyof LinkParameters): boolean;
  [Symbol.iterator](): Iterator<[name: string, value: string]>;
}
