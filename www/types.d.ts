/** The interface of the wasm modules, and types shared by the shell's parts. */

export interface JointInfo {
  name: string;
  /** Index of the parent joint, -1 for a root. */
  parent: number;
  endSite: boolean;
  side: 'left' | 'right' | 'middle';
  /** "Xposition Yrotation ..", with limits if the file sets them ("rx (-160 20) ry"); "" without channels. */
  channels: string;
  /** The name in words, "left upper arm"; "" without a known naming convention. */
  label: string;
}

/** Notable frames. */
export interface ClipMark {
  /** Values outside a joint's limits, an event from the file, or values that the file lacks, which the tool Mend shows. */
  kind: 'limit' | 'event' | 'missing';
  /** Index of the behaviour. */
  behaviour: number;
  /** Index of the joint, -1 for none. */
  joint: number;
  first: number;
  last: number;
  /** The most typical of these frames. */
  at: number;
  /** Without the joint's name: "rx 172.4 deg, at most 160 deg". */
  text: string;
}

/** A warning with one cause, found in one or more places. */
export interface ClipWarning {
  code: string;
  /** A sentence about the first place; with `noun`, the rest of a sentence that begins with count and noun. */
  message: string;
  /** The companion that the warning is about, "" for the file itself. */
  file: string;
  /** Number of places. */
  count: number;
  /** What was counted, in the plural; "" if there is no word for it. */
  noun: string;
  /** Position of the first place. */
  line?: number;
  column?: number;
  /** Some of the other places; `message` is empty if it is the same. */
  more: { message: string; line?: number; column?: number }[];
}

/** Where a property comes from that few files state. */
export interface Origin {
  /** Stated in the file, usual for its format, or guessed from the figure. */
  from: 'file' | 'format' | 'guess';
  /** Confidence of a guess: 3 sure, 2 likely, 1 unsure, 0 without evidence. */
  confidence: 0 | 1 | 2 | 3;
  /** An alternative, "" for none. */
  maybe: string;
}

export interface ClipInfo {
  format: string;
  name: string;
  frameCount: number;
  frameTime: number;
  duration: number;
  /**
   * `duration`: seconds. `moves`: mean movement of the joints in the first 20 s, in units of the file; 0 for a single behaviour.
   * `keyed`: the file sets the time of each frame. The numbers above belong to the first behaviour.
   */
  behaviours: { name: string; frameCount: number; duration: number; moves: number; keyed: boolean }[];
  complete: boolean;
  joints: JointInfo[];
  /** `metres` per unit of length as written in the file; `factor`: the file's own multiplier of lengths. */
  unit: Origin & { name: 'm' | 'cm' | 'mm' | 'in' | 'cmu' | 'dm' | 'custom'; metres: number; factor: number };
  /** `guessed`: the file states no rate; then `handSpeed` is the hands' speed at the assumed rate, metres per second. */
  rate: { guessed: boolean; handSpeed: number };
  up: Origin & { axis: string };
  /** `height` of the floor over the file's zero, metres by `unit`; `stance`: found from the feet. */
  floor: { height: number; stance: boolean };
  positions: Origin & { mode: 'replace' | 'add' | 'none' };
  /** A person's height in metres by `unit`, and the limbs it was estimated from; 0 and "" if unknown. */
  stature: number;
  statureFrom: '' | 'legs' | 'arms' | 'hands';
  /** How far the figure reaches upwards in its median pose, metres by `unit`. */
  extent: number;
  /** The file of the skeleton, "" if the motion's own file contains it. */
  skeletonFile: string;
  /** Why the skeleton may be another person's: "the file names male.ASF"; "" if nothing suggests it. */
  skeletonDoubt: string;
  /** Files of skins that fit the figure; empty if the clip's own file contains the skin. */
  skins: string[];
  /** Name of the surface that moves with the joints, "" for none. */
  skin: string;
  /** Whether that surface contains skin, and whether it contains shapes of segments. */
  skinned: boolean;
  segments: boolean;
  siteCount: number;
  /** Names of picture files on the surface. A picture inside the clip's own file has a data URL. */
  pictures: string[];
  /** Distinct names of the file's cameras; `view:` and such a name is a camera. */
  viewpoints: string[];
  /** Number of bones with a mass; 0 without a centre of mass. */
  massCount: number;
  /** Titles and texts from the file. */
  notes: { title: string; text: string }[];
  /** In the order of their first frames; complete once the clip is. */
  marks: ClipMark[];
  marksDropped: number;
  warnings: ClipWarning[];
  warningsDropped: number;
}

/** The row that a list shows for a clip that is not on the stage. */
export type ClipSummary = Pick<ClipInfo, 'format' | 'frameCount' | 'duration' | 'skeletonFile' | 'pictures'> & {
  jointCount?: number;
  warningCount?: number;
};

export interface ClipParser {
  /** Adds a file that may be needed: a skeleton, a skin. Before the first push. Missing where plain BVH is read, which needs none. */
  addCompanion?(name: string, bytes: Uint8Array): void;
  /** Chooses one of several fitting skins; only in modules that read skins. Before the first push. */
  chooseSkin?(name: string): void;
  /** Overrules guesses about arrays: words of the attributes `joints`, `axes` and `holds`, or "". Before the first push. Only in `marey_arrays`. */
  readArraysAs?(joints: string, axes: string, holds: string): void;
  /** Leaves out a first frame that is a T-pose for reference. Before the first push. Only where BVH is read. */
  skipReference?(): void;
  push(bytes: Uint8Array): Uint8Array | undefined;
  finish(): Uint8Array;
  /** The packets after those of `finish`, some megabytes at a time; empty after the last. Only in `marey_arrays`. */
  more?(): Uint8Array;
  /** Undefined before `finish`. */
  summary(): ClipSummary | undefined;
  free(): void;
}

export interface WasmEngine {
  /** Resolves when the device is lost; rejects with a `GpuError` if the browser does not accept resources that every picture needs. */
  lost(): Promise<string>;
  free(): void;
  [Symbol.dispose](): void;
}

/** Draws frames on one canvas. Takes a frame's table and the arrays that it locates. */
export interface WasmPainter extends Pick<Surface, 'setPicture' | 'forgetPictures'> {
  setMeshes(table: Uint32Array, vertices: Uint8Array, indices: Uint8Array): void;
  setSkin(skin: Uint32Array, corners: Uint8Array, triangles: Uint8Array, influences: Uint8Array, textured: Uint32Array): void;
  draw(table: Uint32Array, skins: Uint32Array, uniforms: Uint8Array, instances: Uint8Array, joints: Uint8Array): boolean;
  free(): void;
}

/** A renderer. */
export type Rung = 'webgpu' | 'webgl' | 'canvas';

/** A renderer's device, shared by the players of a page. */
export interface Device {
  rung: Rung;
  /** The device is useless. */
  lost: boolean;
  /** Settles when all drawing is complete. Missing for WebGPU, whose canvases report it. */
  done?(): Promise<unknown>;
  /** Fetches what draws skins. Missing where that is a part of the renderer. */
  skins?(): Promise<void>;
  /** Draws a stage on a fresh canvas. */
  attach(stage: WasmStage, instance: { memory: WebAssembly.Memory }, canvas: HTMLCanvasElement): Surface & { frame: PlainFrame };
}

/** Resources of a renderer in `render/`, shared by all canvases of a page. */
export interface Renderer {
  /** The canvas must not have been drawn on. */
  surface(canvas: HTMLCanvasElement): Surface;
  /** Settles when the renderer becomes useless, with the reason if another one would fail as well, else ''. */
  lost: Promise<string>;
  /** Settles when all drawing is complete. Missing for WebGPU, whose canvases report it. */
  done?(): Promise<unknown>;
  /** Fetches what draws skins. Missing where that is a part of the renderer. */
  skins?(): Promise<void>;
  close(): void;
}

/** One canvas of a renderer. */
export interface Surface {
  /** Resizes the canvas for the frame, and draws. Returns false if the device is lost, or if what draws skins is on its way. */
  draw(frame: PlainFrame): boolean;
  /** A picture of the skin: sRGB with alpha, rows from the top; all mipmap levels in sequence. */
  setPicture(index: number, width: number, height: number, levels: Uint8Array): void;
  forgetPictures(): void;
  close(): void;
  /** Whether the next picture should come soon rather than have fine light and shadow. */
  coarse?: boolean;
  /** Called when it can be drawn again: the browser had lost the canvas's contents, or what draws skins is there. */
  onRestored?: (() => void) | null;
}

/** A frame of a stage as bytes: see `render/frame.js`. */
export interface PlainFrame {
  read(): { words: Uint32Array<ArrayBuffer>; table: Record<string, number> };
  skins(table: Record<string, number>): { words: Uint32Array<ArrayBuffer>; table: Record<string, number> }[];
  bytes(at: number, length: number): Uint8Array<ArrayBuffer>;
  words(at: number, length: number): Uint32Array<ArrayBuffer>;
  halves(at: number, length: number): Uint16Array<ArrayBuffer>;
  floats(at: number, length: number): Float32Array<ArrayBuffer>;
}

type ClipValues = import('./player/base/options.js').ValuesOf<typeof import('./player/base/options.js').CLIP_OPTIONS>;

/**
 * `<marey-clip>`: a clip beside the player's own, as a child of `<marey-player>`.
 * @fires cliploaded - it is whole
 * @fires error - it cannot be read
 */
export interface MareyClip extends HTMLElement, ClipValues {
  /** A file in place of `src`, or several that belong together. */
  srcObject: Blob | Blob[] | null;
  /** Facts about it; null until it is there. */
  readonly info: ClipInfo | null;
  /** Why it cannot be read; null otherwise. */
  readonly error: unknown;
}

/** The actors of one part that shows some. */
export interface Actors {
  /** As `setActors` takes them. */
  numbers: number[];
  /** Of the camera that frames them, radians: a part with a yaw takes the place of all others. */
  yaw?: number;
  /** The same ones in the colours of a theme. */
  recoloured?: (theme: 'dark' | 'light') => number[];
}

/** Numbers over time that a tool shows. */
export interface ToolSeries {
  /** The joints that they are about. */
  joints: number[];
  /** Of its lines, and the same on light pages and paper. */
  colour: string;
  paper: string;
  /** The values in all frames, as `actors/series.js` has those of joints; computed when they are first read. */
  series: {
    key: string;
    label: string;
    title: string;
    letter: string;
    unit: 'deg' | 'm' | 'm/s' | 'steps/min';
    role: 'angle';
    readonly rows: Float32Array;
    offset: number;
    stride: number;
    count: number;
    factor: number;
  }[];
}

/** A clip with its clock, camera and settings. */
export interface WasmStage {
  /** Begins to draw frames, for a renderer. Returns the address of the frame table in bytes; see `render/frame.js`. */
  attach(): number;
  /** Makes the next frame draw even if nothing changed. */
  redraw(): void;
  detach(): void;
  info(): ClipInfo | undefined;
  /** `setting`: index in the list of `settings.js`. `end`: end of the range. */
  set(setting: number, value: number, end: number): void;
  resize(cssWidth: number, cssHeight: number, pixelRatio: number): void;
  setInsets(top: number, right: number, bottom: number, left: number): void;
  /** Limits the memory of a clip's frames, from the next clip on. */
  limitMotion(bytes: number): void;
  pushPacket(bytes: Uint8Array): number;
  resetClip(): void;
  clear(): void;
  frame(nowMs: number): number;
  /** Updates the `Report` without a step. */
  report(): void;
  /** Address of the report in bytes. It never changes. */
  reportAt(): number;
  play(): void;
  pause(): void;
  seek(seconds: number): void;
  seekFrame(frame: number): void;
  stepFrame(by: number): void;
  keys(): Float64Array;
  orbit(yaw: number, pitch: number): void;
  pan(dx: number, dy: number): void;
  zoom(factor: number, x: number, y: number): void;
  centreOn(joint: number): void;
  camera(): string;
  setCamera(text: string): boolean;
  pick(x: number, y: number): number;
  /** World x, y, z, local rotation x, y, z, w, and three columns of the matrix from joint space to world; empty for an unknown joint. */
  jointState(joint: number): Float32Array;
  figureBox(): Float32Array;
  /** Shows actors, with the numbers of `actors/cast.js`. `yaw`: of the camera that frames them where they stand, radians; NaN: it frames all motions. */
  setActors(numbers: Float64Array, yaw: number): void;
  /** Exchanges another clip, from 0, with that of another stage, on which calls act on it until they are exchanged back; a number beyond the last adds places. */
  lend(index: number, other: WasmStage): void;
  /** Removes another clip, and all actors. */
  removeOther(index: number): void;
  /** The figure's height, its facing as a yaw, then x, y, z of its carrier joint on the stage at each of these moments. */
  carriers(moments: Float64Array): Float32Array;
  setWarp(step: number, moments: Float32Array): void;
  /** x, y in the picture for x, y, z on the stage; NaN behind the camera. */
  toScreen(points: Float32Array): Float32Array;
  /**
   * x, y, z of a joint on the stage at each of these moments. `tracked` 1: its rotation relative to its parent, x, y, z, w each; 2: its position
   * relative to its parent, in the file's units. Empty for an unknown joint.
   */
  path(joint: number, moments: Float64Array, tracked?: number): Float32Array;
  /** Four columns of the matrix from the stage to the picture: x and y from -1 to 1, y upwards, after the division by w. */
  viewProjection(): Float32Array;
  /** The actor at a point, CSS pixels, and its joint; empty for none. */
  pickActor(x: number, y: number): Uint32Array;
  /** A stage that would show the same, without a surface, and without a clip until one is lent to it. */
  twin(): WasmStage;
  /** Exchanges the clips of two stages; a second call restores them. */
  swap(other: WasmStage): void;
  free(): void;
}

/** Exports of the modules that read: `marey_mocap` (Acclaim, The Sims), `marey_hanim` (humanoids), `marey_arrays` (arrays of NumPy), `marey_gltf`, `marey_fbx`, `marey_markers` (C3D, TRC) and `marey_link` (packed motion). */
export interface ReaderGlue {
  default(options: { module_or_path: WebAssembly.Module }): Promise<{ memory: WebAssembly.Memory }>;
  /** Whether the `ClipParser` reads or refuses this file, by its first 1024 bytes or all; missing in `marey_link`. */
  reads?(name: string, head: Uint8Array): boolean;
  ClipParser: new (name: string, sizeHint: number) => ClipParser;
}

/** The file to write. Omitted options keep the clip's values. */
export interface ConvertOptions {
  /** `asf` also gives an AMC, `skel` an ANIM. `npy` has the positions of all joints, `vrma` a person's motion for figures of VRM. */
  format: 'bvh' | 'asf' | 'skel' | 'x3d' | 'gltf' | 'glb' | 'vrma' | 'csv' | 'npz' | 'npy';
  /** A rig that another program asks for, as `marey convert --as` names it: `lafan1`. With `bvh` or `npy`. Then rate, unit and up axis are the rig's, unless they are given. */
  as?: string;
  /** Seconds. Without both, the whole clip. */
  from?: number;
  to?: number;
  /** Frames per second. */
  fps?: number;
  /** `m`, `dm`, `cm`, `mm`, `in`, `cmu`, or metres. glTF, X3D and The Sims' files have fixed units. */
  unit?: string;
  /** `x`, `y`, `z`, `-x`, `-y` or `-z`. */
  up?: string;
  /** Removes the movement along the ground; by default as shown. */
  inPlace?: boolean;
  /** Cancels it. */
  signal?: AbortSignal;
}

/** Options of the writers. Omitted ones keep the clip's values. */
export interface WriteOptions {
  format: ConvertOptions['format'];
  /** The behaviour that plays. For a whole clip, formats that hold several write all. */
  behaviour: number;
  /** Range in seconds, both or none. */
  from?: number;
  to?: number;
  /** Frames per second. */
  rate?: number;
  /** Metres per unit of the file, and its up axis: `x`, `y`, `z`, `-x`, `-y` or `-z`. */
  metres?: number;
  up?: string;
  inPlace?: boolean;
  /** The visitor's corrections of the source. */
  frameTime?: number;
  positions?: 'add' | 'replace';
  sourceMetres?: number;
  sourceUp?: string;
  /** Pictures of the skin, for formats that contain pictures. */
  pictures?: PictureFile[];
  /** The generated body among the packets is written or drawn, too. */
  body?: boolean;
}

/** Options of a motion with the rig of another program. Omitted ones are as the rig has them. */
export interface WriteAsOptions extends Omit<WriteOptions, 'pictures'> {
  /** As `marey convert --as` names it. Without it the format is `vrma`. */
  rig?: string;
  format: 'bvh' | 'npy' | 'vrma';
}

/** Draws a chronophotograph for paper. */
export interface DrawMomentsOptions extends Pick<
  WriteOptions,
  'behaviour' | 'body' | 'inPlace' | 'frameTime' | 'positions' | 'sourceMetres' | 'sourceUp'
> {
  /** The figures, the camera's direction and whether they stand in a row: `tools/moments/choose.js`. */
  numbers: Float64Array;
  yaw: number;
  inRow: boolean;
  /** The part of the motion, seconds. */
  from: number;
  to: number;
  /** The clip's name. */
  name: string;
  dark: boolean;
  background: boolean;
  /** The floor is at the file's zero. */
  floorAtZero: boolean;
}

/** A picture file, PNG or JPEG. */
export interface PictureFile {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** A written file. */
export interface Written {
  extension: string;
  bytes: Uint8Array<ArrayBuffer>;
  changes: WriteChanges;
}

/** Differences between the written files and the clip. */
export interface WriteChanges {
  /** With the rig of another program: what was changed, in sentences without a full stop. */
  notes?: string[];
  /** Frames per second, if chosen for unevenly spaced keys. */
  rate?: number;
  /** BVH: renamed joints, before and after. */
  renamed?: [string, string][];
  /** BVH: the joint added above several roots. */
  commonRoot?: string;
}

/** What to pack into a link or a file, and how well. */
export interface PackOptions {
  behaviour: number;
  /** Range in seconds, both or none. */
  from?: number;
  to?: number;
  /** Mean or 99th percentile error, millimetres for a figure 1.8 m tall; or most bytes. */
  mean?: number;
  p99?: number;
  bytes?: number;
  /** All behaviours, as a file. */
  file?: boolean;
  /** Own marks that the file keeps, as the attribute `marks` has them. */
  marks?: string;
  frameTime?: number;
  positions?: 'add' | 'replace';
}

/** Packed motion, and its errors in millimetres for a figure 1.8 m tall. */
export interface Packed {
  bytes: Uint8Array<ArrayBuffer>;
  /** For `#clip=`. */
  text: string;
  meanMm: number;
  p99Mm: number;
  maxMm: number;
  /** How much faster points on the ground slide than in the original, millimetres per second; missing without such points. */
  slide?: number;
  frames: number;
  joints: number;
  /** `skin`, `weights`, `masses`, `notes`, `other-behaviours` or `long-names`. */
  leftOut: string[];
}

/** `marey_pack`. */
export interface PackGlue {
  default: ReaderGlue['default'];
  /** Throws an Error named WriteError whose message is one sentence for the visitor. */
  packMotion(packets: Uint8Array, options: PackOptions): Packed;
}

/** `marey_write`. */
export interface WriterGlue {
  default: ReaderGlue['default'];
  /** Throws an Error named WriteError that says what the format cannot hold. */
  writeFiles(packets: Uint8Array, options: WriteOptions): Written[];
  /** A chronophotograph as SVG. Throws an Error named WriteError if there is nothing to draw. */
  drawMoments(packets: Uint8Array, options: DrawMomentsOptions): string;
}

/** How a clip is read: the behaviour, and the visitor's corrections of the source. */
export interface ComparedOptions {
  behaviour: number;
  frameTime?: number;
  positions?: 'add' | 'replace';
  sourceMetres?: number;
  sourceUp?: string;
}

/** The pairs of joints that two clips have in common, in the order of the first clip's joints. */
export interface CommonJoints {
  /** Indices into each clip's joints. */
  a: Uint16Array;
  b: Uint16Array;
  namesA: string[];
  namesB: string[];
  /** Paired by name; else by their place in the body. */
  byName: boolean[];
  /** The pair that root-relative positions are relative to. */
  root: number;
}

/** A distance between two motions: millimetres. */
export interface ComparedMeasure {
  /** The mean over all pairs of joints, at each moment. */
  values: Float32Array;
  /** The mean over all moments, of each pair. */
  joints: Float32Array;
  mean: number;
  worst: number;
  /** The worst moment, on the clocks of both motions. */
  when: number;
  whenOther: number;
  /** The pair that is worst at that moment, and its distance. */
  joint: number;
  distance: number;
}

/** How two motions differ. */
export interface Compared {
  /** The compared moments: seconds on the clocks of the first and of the other motion. */
  times: Float64Array;
  others: Float64Array;
  /** MPJPE, root-relative, PA-MPJPE. */
  measures: [mpjpe: ComparedMeasure, rootRelative: ComparedMeasure, paMpjpe: ComparedMeasure];
}

/** When feet stand on the ground, and below which speed (metres a second) and height over their lowest usual place (metres) they do. */
export interface Stances {
  speed: number;
  height: number;
  left?: StandingFoot;
  right?: StandingFoot;
  /** Eight numbers a step, in order of time: when the foot comes down, length, width, cadence; the other foot's ankle and the middle of its stance; the same of this foot. Seconds, metres, steps a minute. */
  steps: Float64Array;
}

/** A foot: its ankle, and seconds from and to, one pair after the other. */
export interface StandingFoot {
  ankle: number;
  spans: Float64Array;
}

/** `marey_compare`. Clips are numbers that `addClip` returned. */
export interface CompareGlue {
  default: ReaderGlue['default'];
  addClip(packets: Uint8Array, options: ComparedOptions): number;
  removeClip(clip: number): void;
  /** When each foot comes down on the ground, seconds, and the length of the legs in metres by the file's own unit; 0 without legs. */
  touchDowns(clip: number): { left: Float64Array; right: Float64Array; legs: number };
  /** When each foot stands on the ground. Thresholds: metres a second, metres; NaN: the usual ones. */
  stances(clip: number, speed: number, height: number): Stances;
  /** The centre of mass as a weighted sum of joints: a joint and its weight, one after the other. Empty without limbs that are recognised. */
  massJoints(clip: number): Float64Array;
  commonJoints(a: number, b: number): CommonJoints;
  /** Seconds from the start of `a` to that of `b`; undefined if no offset is better than others. */
  bestOffset(a: number, b: number): { offset: number; correlation: number } | undefined;
  /** Without an offset along the best warp in time. Undefined if there is no common joint or no common moment. */
  compareClips(a: number, b: number, offset?: number): Compared | undefined;
  /** Three distances for each pair of joints. */
  distancesAt(a: number, b: number, time: number, other: number): Float32Array;
}

/** How a motion is put on another figure: corrections of the motion's file, and `stillFeet`: a foot on the ground stays where it is. */
export interface RetargetOptions extends Omit<ComparedOptions, 'behaviour' | 'sourceMetres'> {
  stillFeet?: boolean;
  /** Corrections of the pairs of joints, as in `Onto`. */
  mended?: string;
}

/** A motion on another figure. */
export interface Retargeted {
  /** Of the figure with the motion. */
  packets: Uint8Array;
  /** How many of a person's 15 main joints both figures have. */
  joints: number;
  /** How many of 10 fingers both figures have. */
  fingers: number;
  /** Length of the figure's legs as a share of the motion's, both in the units of their files; of the arms if both have no legs in common. */
  scale: number;
  /** Parts of both bodies that were found by shape, not by name. */
  guessed: string[];
  /** Joints by parts of the body, a line each: side, part, joint of the motion, joint of the figure, with tabs between them. */
  pairs: string;
  notes: RetargetNote[];
}

/** A remark about a motion on another figure. */
export interface RetargetNote {
  /** `missing`: a figure lacks `side` and `part`; `contacts`: no foot stands; `reference`: frame `number` is the reference pose of a figure, `part` is `likely` if it stands in no upright pose; `stretch`: bones of the motion change their lengths by the share `number`; `alone`: `number` joints of the figure have no partner. */
  kind: 'missing' | 'contacts' | 'reference' | 'stretch' | 'alone';
  /** 0: the motion, 1: the figure. */
  which: 0 | 1;
  side: string;
  part: string;
  number: number;
}

/** What is known of the joints of a motion and a figure. */
export interface RetargetPairs {
  /** As in `Retargeted`, with all parts of a body. */
  pairs: string;
  /** The names of all joints of both, a line each. */
  joints: [motion: string, figure: string];
  /** Of both, the side and the part without which there is no map, with a tab between them; undefined where there is a map. */
  needs: [motion: string | undefined, figure: string | undefined];
}

/** `marey_retarget`. */
export interface RetargetGlue {
  default: ReaderGlue['default'];
  /** Both clips are all of their packets. Throws a `ParseError`, whose code is `retarget.source`, `retarget.target` or `retarget.too-large`. */
  retargetClip(source: Uint8Array, target: Uint8Array, options: RetargetOptions): Retargeted;
  /** For a motion and a figure that are refused because of their joints. */
  retargetPairs(source: Uint8Array, target: Uint8Array, options: RetargetOptions): RetargetPairs;
  /** Chooses the figure for the packets that are pushed. */
  startRetarget(target: Uint8Array, options: RetargetOptions): void;
  /** Plays the frames that have come so far. Only the first result has more than packets; nothing if there is too little yet. */
  pushRetarget(source: Uint8Array): Retargeted | { packets: Uint8Array } | undefined;
  /** Plays all that was pushed. */
  finishRetarget(): Retargeted;
}

/** What a program would get wrong, or what keeps it from taking a file. */
export interface ProgramPoint {
  words: string;
  /** The command that mends it, without its files. */
  mend: string;
}

/** The rig of a clip, and what other programs make of its file. */
export interface RigFound {
  /** Undefined: no known rig. */
  id?: string;
  /** "Mixamo names". */
  name?: string;
  /** The name, and the kind within the rig. */
  chip: string;
  /** A line: "LAFAN1 (22 of 22 names)". */
  summary: string;
  /** What tells it. */
  sentence: string;
  isPerson: boolean;
  /** What is to be said about the rest pose and the first frame. */
  remarks: string[];
  /** Of a BVH. It is taken where both lists are empty. */
  programs: { id: string; name: string; stops: ProgramPoint[]; spoils: ProgramPoint[] }[];
}

/** `marey_rigs`. */
export interface RigsGlue {
  default: ReaderGlue['default'];
  /** `text`: the bytes of a BVH; empty for other files. */
  rigOf(packets: Uint8Array, text: Uint8Array): RigFound;
}

/** What a file of labels has: its number, or why it cannot be read. */
export interface LabelFile {
  number: number;
  count: number;
  /** Names of the columns of one's own. */
  columns: string[];
  /** What was not as it should be, with its line. */
  remarks: string[];
  /** How many more remarks there were. */
  further: number;
  refusal?: string;
}

/** A label of a clip, or of a span of it. */
export interface ClipLabel {
  text: string;
  /** Seconds; undefined where the clip begins, and where it ends. */
  from?: number;
  to?: number;
  /** Columns of one's own: names with values. */
  more: [name: string, value: string][];
  line: number;
}

/** Which labels of all files belong to which clips. */
export interface AssignedLabels {
  /** File by file, and in each in the order of clips; of each clip first labels of all of it, then by time. */
  labels: (ClipLabel & { clip: number; file: number })[];
  /** The files with labels that belong to no clip: how many, and what is to be said of them. */
  files: { file: number; remarks: string[]; without: number }[];
  /** How many labels were too many. */
  left: number;
}

/** `marey_labels`, which keeps files by their numbers. */
export interface LabelsGlue {
  default: ReaderGlue['default'];
  /** 2 for a file of labels; 1 if its lines are labels of a clip of the same name; else 0. By its path and its first bytes. */
  labelLikeness(name: string, head: Uint8Array): number;
  addLabels(name: string, bytes: Uint8Array): LabelFile;
  removeLabels(number: number): void;
  /** `clips`: their paths, a line each. */
  assignLabels(clips: string): AssignedLabels;
}

/** `marey_targets`. */
export interface TargetsGlue {
  default: ReaderGlue['default'];
  /** Throws an Error named WriteError for a figure that is no person. */
  writeAs(packets: Uint8Array, options: WriteAsOptions): Written[];
}

/** `marey_body`. */
export interface BodyGlue {
  default: ReaderGlue['default'];
  /** A body around the joints of a clip, by all of its packets. Throws an Error named ParseError, whose message says why there is none. */
  makeBody(packets: Uint8Array, options: BodyOptions): Uint8Array;
  /** From the packets of a body. */
  BodyTurner: new (packets: Uint8Array) => BodyTurner;
}

export interface BodyOptions extends Omit<ComparedOptions, 'behaviour'> {
  /** The number of the body, not 0. */
  number: number;
}

/** Turns the last joints of a body in each frame. */
export interface BodyTurner {
  /** Numbers of the joints of one figure. */
  length(): number;
  /** `joints`: of one figure, as a frame has them. */
  turn(joints: Float32Array): void;
  free(): void;
}

/** What is mended of a motion; what is left out is as by default. Frames count in the motion as it is, those of findings after trimming and resampling. */
export interface MendSteps {
  /** First and last frame that are kept. */
  trim?: [first: number, last: number] | null;
  /** Frames a second. */
  resample?: number | null;
  gaps?: boolean;
  /** Seconds. */
  longestFill?: number;
  spikes?: 'off' | 'root' | 'all';
  spikeDegrees?: number;
  smooth?: 'off' | 'auto' | 'on';
  /** Times the measured noise. */
  strength?: number;
  level?: boolean;
  loop?: boolean;
  /** First and last frame of the cycle; null: as they are found. */
  cut?: [first: number, last: number] | null;
  leastCycle?: number;
  cycleBlend?: number;
  path?: boolean;
  feet?: boolean;
  /** Metres a second, metres, seconds. */
  restSpeed?: number;
  restHeight?: number;
  footBlend?: number;
  inPlace?: boolean;
  /** Findings that are mended although their step leaves them, and the other way round. */
  also?: MendPlace[];
  except?: MendPlace[];
}

export type MendStepName = 'trim' | 'resample' | 'gaps' | 'spikes' | 'smooth' | 'level' | 'loop' | 'path' | 'feet' | 'in-place';

/** Where something was found. */
export interface MendPlace {
  kind: string;
  joint: number;
  first: number;
  last: number;
}

/** What was found there. */
export interface MendMark extends MendPlace {
  step: 'gaps' | 'spikes';
  /** Degrees, or metres of a place. */
  size: number;
  filled: boolean;
  guess: boolean;
  text: string;
}

/** The farthest that a joint was moved. */
export interface MendChange {
  mm: number;
  joint: number;
  frame: number;
}

export interface MendNumbers {
  /** Millimetres a second; undefined: no foot rests. */
  slide?: number;
  /** Metres a second squared. */
  acceleration: number;
  spikes: number;
  filled: number;
}

export interface MendStepReport {
  step: MendStepName;
  outcome: 'nothing' | 'offered' | 'done' | 'impossible';
  /** In words; '' for nothing. */
  found: string;
  done: string;
  values: Record<string, number>;
  largest?: MendChange;
}

/** What was found in a motion, and what was done. */
export interface MendReport {
  firstFrame: number;
  frames: number;
  rate: number;
  person: boolean;
  changed: boolean;
  steps: MendStepReport[];
  marks: MendMark[];
  before: MendNumbers;
  after: MendNumbers;
  largest?: MendChange;
  /** All that was done, in words. */
  done: string;
}

/** Left 0, right 1; of angles 2: neither. */
export type GaitSide = 0 | 1 | 2;

/** A number of the table over the cycles of a side. */
export interface GaitStatistic {
  mean?: number;
  /** Of the sample, n - 1; undefined with fewer than two cycles. */
  sd?: number;
  n: number;
}

/** A number of both sides. */
export interface GaitRow {
  number: string;
  unit: string;
  left: GaitStatistic;
  right: GaitStatistic;
  /** The mean of all cycles. */
  both?: number;
  /** 100 (right - left) / mean. */
  difference?: number;
}

/** An angle over the cycles of a side: 101 degrees from 0 to 100 %, NaN where there is none. */
export interface GaitCurve {
  angle: string;
  side: GaitSide;
  liftOff: number;
  mean: Float64Array;
  /** Undefined with fewer than two cycles. */
  sd?: Float64Array;
  /** The indices of the cycles, and the values of each, one cycle after the other. */
  cycles: Float64Array;
  values: Float64Array;
}

/** The joint angles over time. */
export interface GaitAngles {
  /** What zero is, and what is missing. */
  words: string[];
  zero: 'rest' | 'frame' | 'mean';
  zeroFrame?: number;
  /** Seconds. */
  times: Float64Array;
  /** All angles in their order, with what a positive one means. `folded`: why one is not shown at once. */
  all: { angle: string; positive: string; folded?: string }[];
  /** Degrees at each of the times, NaN where there is none. */
  series: { angle: string; side: GaitSide; degrees: Float64Array }[];
  missing: { angle: string; reason: string }[];
}

/** A walk and the angles of its joints. */
export interface GaitReport {
  /** There are at least two cycles of each foot that is known. */
  walks: boolean;
  /** What was found, and what was left out. */
  words: string[];
  /** Of a treadmill, metres a second; 0 without one. */
  belt: number;
  /** Whether the left and the right foot are known. */
  feet: [boolean, boolean];
  /** Three numbers an event: seconds, the side, and 0 for a touch-down or 1 for a lift-off. */
  events: Float64Array;
  /** The numbers of each cycle: the side, three times (touch-down, lift-off, touch-down), how far it turns (degrees), 1 if it is in the curves, 1 if it has a flight; then a number for each row of the table, NaN without one. */
  cycles: Float64Array;
  table: GaitRow[];
  /** Undefined if the body is no person whose joints are recognised; `refusal` says why. */
  angles?: GaitAngles;
  refusal?: string;
  curves: GaitCurve[];
}

/** `marey_study`. */
export interface StudyGlue {
  default: ReaderGlue['default'];
  /** Keeps a clip for what follows, by all of its packets. */
  studyClip(packets: Uint8Array, options: ComparedOptions): void;
  /** Throws an Error named ParseError, whose message says why nothing can be mended. No packets: nothing was changed. `uneven`: keys that have to be resampled, best at this rate. */
  mendMotion(steps: MendSteps): { report: MendReport; packets?: Uint8Array } | { uneven: number };
  /** Measures the walk with a pose as zero: `rest`, `straightest`, `frame` with its index, else the usual one. */
  measureGait(zero: string, frame: number): GaitReport;
  /** A file as `marey measure` writes it: `table`, `curves`, `clip`, `angles`, `json`, or the curves of the cycles as `svg`. `folded`: with the angles that are folded away. */
  gaitFile(zero: string, frame: number, what: string, name: string, folded: boolean): string | undefined;
}

/** A module's functions by name, to be called from another thread. */
export type Functions = Record<string, (...args: unknown[]) => unknown>;

/** `marey_web`: the stage, and the BVH reader. */
export interface Glue extends ReaderGlue {
  /** Whether the module reads a file, by its name and first 1024 bytes. */
  isBvh(name: string, head: Uint8Array): boolean;
  Stage: new () => WasmStage;
}

/** `marey_gpu`: draws frames with WebGPU. */
export interface GpuGlue {
  /** `create` synchronously asks `navigator.gpu` for an adapter. */
  Engine: { create(): Promise<WasmEngine> };
  CanvasPainter: new (engine: WasmEngine, canvas: HTMLCanvasElement) => WasmPainter;
}

/** Where a clip comes from. Kept as long as the clip is shown, to read it again. */
export interface Source {
  name: string;
  blob?: Blob;
  url?: string;
  /** The address as written in an attribute or a link. */
  written?: string;
  /** The address came from a link, not from the page's author: no credentials, capped size. */
  untrusted?: boolean;
  /** Delivers the bytes to the reader, see `file-transfer.js`. */
  port?: MessagePort;
  /** The folder that contained it, with parent folders. */
  folder?: string;
  /** Cookies are sent to other origins, too. */
  credentials?: boolean;
  /** Files that it may need. The reader selects them. */
  companions?: Companion[];
  /** The file of the skin to use if several fit; by default the best fit. */
  skinFile?: string;
  /** The joints of an array, the meaning of its axes and what its numbers are, as the attributes; by default guessed. */
  joints?: string;
  axes?: string;
  holds?: string;
  /** '1': the first frame of a BVH is left out if it is a T-pose for reference. */
  skipReference?: string;
  /** The figure that its motion is played on, in place of the body in its file. */
  onto?: Onto;
  /** What was mended of the motion in its file. */
  mended?: Mending;
}

/** What was mended of a motion. */
export interface Mending {
  /** The motion as its file has it, and what is known about it. */
  own: Source;
  ownInfo: ClipInfo;
  /** Its `Packets`, which are no part of the published types. */
  packets: object;
  /** Seconds of the file before the mended motion begins. */
  begins: number;
  /** Reads the mended motion. */
  read(listener: { signal: AbortSignal; packet?: (bytes: Uint8Array) => void }): Promise<void>;
}

/** Another figure that a motion is played on. */
export interface Onto {
  /** The motion with its own body, and what is known about it. */
  own: Source;
  ownInfo: ClipInfo;
  /** The visitor's unit for the motion's file, metres; 0: the file's own, or the guess. */
  ownUnit: number;
  /** Its `Packets`, which are no part of the published types. */
  packets: object;
  figure: Source;
  stillFeet: boolean;
  /** The motion's own body is there, too, as a ghost. */
  ghost: boolean;
  /** Corrections of the pairs of joints, a line each: 0 for the motion or 1 for the figure, side, part and joint, with tabs between them. */
  mended: string;
  /** The pairs without corrections. */
  found: string;
  /** A person named the joints, because the names say nothing. */
  named: boolean;
  facts: Omit<Retargeted, 'packets'>;
  /** Reads the motion on the figure. */
  read(listener: { signal: AbortSignal; packet?: (bytes: Uint8Array) => void }): Promise<void>;
}

/** A skeleton for motions, or a skin for skeletons. */
export interface Companion {
  name: string;
  blob?: Blob;
  url?: string;
  written?: string;
  untrusted?: boolean;
  port?: MessagePort;
}

/**
 * Texts that replace the player's own, by the names of its tables: `player`, `panels`, `page`. Any part of them will do. Functions
 * must be replaced by functions.
 */
export interface PlayerWords {
  [name: string]: string | ((...about: any[]) => string) | PlayerWords | unknown[];
}

/** How a picture is drawn. By default as the player shows it. */
export interface PictureOptions {
  /** CSS pixels. If only one is given, the other follows from the player's shape. */
  width?: number;
  height?: number;
  /** Device pixels per CSS pixel, by default 1. A picture has at most 6000 pixels on a side, or 8192 if it has no more than 8.3 million; a larger one is scaled down. Filmstrips and films have smaller limits. */
  scale?: number;
  /** Seconds. */
  time?: number;
  /** In the form of `camera` and `cameraState`. */
  camera?: string;
  /** Moves the camera so that the figure, as it is at that moment, fills the picture. */
  fit?: boolean;
  theme?: 'dark' | 'light';
  /** Behind the figure: the stage, nothing (the picture is transparent), or a CSS colour. */
  background?: boolean | string;
  /** The lines of the floor, and the shadow on it. */
  grid?: boolean;
  shadow?: boolean;
  /** Leaves room for the controls, so that a poster looks like the first picture: as now, or CSS pixels at top, right, bottom, left. */
  controls?: boolean | [top: number, right: number, bottom: number, left: number];
  /** A text at the lower left, in which `{time}` is the time in the motion; `true`: what labels say of that moment, on a page that shows some. */
  caption?: string | boolean;
  /**
   * An image's media type, by default PNG. A chronophotograph is drawn for paper as `image/svg+xml`: from the side, to scale, by default
   * light; of the other options `theme` and `background` count, a colour as `true`.
   */
  type?: string;
  /** Of a lossy type, from 0 to 1. */
  quality?: number;
}

/** Moments of a motion, drawn side by side. */
export interface FilmstripOptions extends Pick<PictureOptions, 'scale' | 'camera' | 'grid' | 'shadow' | 'quality'> {
  /** From 3 to 24, by default 8. */
  count?: number;
  /** First and last moment, seconds; by default the loop range or the whole clip. */
  from?: number;
  to?: number;
  /** Height without labels, CSS pixels, by default 240. */
  height?: number;
  /** The time below each figure; by default on. */
  labels?: boolean;
  /** By default nothing; `true` is the stage. SVG has no stage. */
  background?: boolean | string;
  /** By default light, as on paper; on the stage as shown. */
  theme?: 'dark' | 'light';
  /** An image's media type, by default PNG. `image/svg+xml` draws the skeleton as shapes, for print. */
  type?: string;
}

/** What a film shows, and how it is written. */
export interface FilmOptions extends Pick<
  PictureOptions,
  'width' | 'height' | 'scale' | 'camera' | 'theme' | 'grid' | 'shadow' | 'caption'
> {
  /** By default the best that this browser writes: MP4 (H.264) if its encoder keeps faint lines, else WebM (VP9, VP8 or AV1), else GIF. */
  format?: 'mp4' | 'webm' | 'gif';
  /** Range in seconds; by default the loop range or the whole clip. */
  from?: number;
  to?: number;
  /** Frames per second, by default 30, for GIF 20. */
  fps?: number;
  /** 1 is real time. */
  speed?: number;
  /** Turns of the camera around the figure, by default 0. Negative: the other way. */
  turns?: number;
  /**
   * Behind the figure: the stage, nothing, or a CSS colour. WebM and GIF can be transparent; MP4 cannot and gets a plain colour
   * instead. With nothing behind the figure, the default format is WebM.
   */
  background?: boolean | string;
  /** Cancels it. */
  signal?: AbortSignal;
  /** Called after each frame with the share done, up to 1. */
  progress?: (share: number) => void;
}

/** A file that a module refuses. */
export interface ParseError extends Error {
  name: 'ParseError';
  code: string;
  format?: string;
  /** The companion with the error, "" for the file itself. */
  file: string;
  line?: number;
  column?: number;
  byte?: number;
  excerpt?: string;
}

/** An error as plain data that can be sent from the worker. */
export interface Fault {
  kind:
    | 'parse'
    | 'network'
    | 'html'
    | 'status'
    | 'size'
    | 'stalled'
    | 'hang'
    | 'silent'
    | 'trap'
    | 'load'
    | 'read'
    | 'gpu'
    | 'nogpu'
    | 'link'
    | 'aborted'
    | 'write';
  message: string;
  /** The key of a text (ERRORS in strings.js) that replaces a missing message, and its argument. */
  word?: string;
  about?: string | number;
  /** The fault is a question: hosts to add to `agreed` of hosts.js if the visitor agrees. */
  agree?: string[];
  code?: string;
  format?: string;
  /** The companion with the error, if it is not in the file itself. */
  file?: string;
  line?: number;
  column?: number;
  byte?: number;
  excerpt?: string;
  /** The browser's or reader's own message, for whoever looks for the cause. */
  detail?: string;
  status?: number;
}
