/** What a link to the page or to the frame may say, in its fragment or its query; the fragment wins. */
export interface LinkParameters {
  /** The motion file's address: https, or a path from the page that the link opens. */
  url: string;
  /** The motion itself, with its skeleton, packed as text. Then there is no `url`. */
  clip: string;
  /** The address of the skeleton that a motion needs. */
  skeleton: string;
  /** The address of a skin. */
  skin: string;
  /** The moment that is shown first: `12.5`, `2:03`, `2m3s`, or a frame, `f120`. Without it that is the beginning, of the clip or of the loop. */
  t: string;
  /** The last moment that is played, written alike. */
  end: string;
  /** The rate: `0.5` is half as fast, a negative one goes backwards. */
  speed: string;
  /** `1` begins again at the end; `1.5-3` does so between these seconds; `0` does not. */
  loop: string;
  /** How a loop goes: `forward`, `pingpong` or `reverse`. */
  'loop-mode': string;
  /** Where it is seen from: `front`, `back`, `left`, `right`, `top`, `home`, or `yaw,pitch,distance,x,y,z`; `,ortho` behind it. Or `view:` and the name of one of the cameras that the file has. */
  camera: string;
  /** Which of the file's behaviours plays, by name. */
  behaviour: string;
  /** What one unit of length is: `m`, `dm`, `cm`, `mm`, `in`, `cmu`, or metres. */
  unit: string;
  /** The axis that points up: `x`, `y`, `z`, `-x`, `-y`, `-z`. */
  up: string;
  /** Where the floor is: `auto` or `zero`. */
  ground: string;
  /** Frames a second, in place of the file's. */
  fps: string;
  /** `dark`, `light`, or `auto`. */
  theme: string;
  /** `1`: it stands still until somebody plays it. */
  paused: string;
  /** Whether the camera goes where the figure goes: `on`, `off`, `auto`. */
  follow: string;
  /** `1`: the figure stays over one spot. */
  'in-place': string;
  /** What draws, at best: `auto`, `webgpu`, `webgl`, `canvas`, or `none`. */
  renderer: string;
}

/** Those of one address. What is read of them stands above. */
export interface LinkValues {
  get(name: keyof LinkParameters): string | undefined;
  has(name: keyof LinkParameters): boolean;
}
