/** The wasm module's surface as the shell uses it, and the shapes that travel between the shell's own parts. */

export interface JointInfo {
  name: string;
  /** Index of the parent joint, -1 for a root. */
  parent: number;
  endSite: boolean;
  side: 'left' | 'right' | 'middle';
  /** "Xposition Yrotation ..", with limits where the file sets them ("rx (-160 20) ry"), or "" where a joint has none. */
  channels: string;
  /** The name in words, "left upper arm", or "" where no naming convention tells. */
  label: string;
}

/** Some frames worth a look. */
export interface ClipMark {
  /** A joint outside the limits its file sets, or something the file says happens. */
  kind: 'limit' | 'event';
  /** Whose frames. */
  behaviour: number;
  /** -1 for none. */
  joint: number;
  first: number;
  last: number;
  /** The frame that shows it best. */
  at: number;
  /** Without the joint's name: "rx 172.4 deg, at most 160 deg". */
  text: string;
}

/** One cause, in however many places. */
export interface ClipWarning {
  code: string;
  /** A sentence about the first place; with a noun the rest of one that begins with the count and the noun. */
  message: string;
  /** The companion it is about, "" for the file itself. */
  file: string;
  /** In how many places it was found. */
  count: number;
  /** What was counted, in the plural; "" where there is no word for it. */
  noun: string;
  /** The first place. */
  line?: number;
  column?: number;
  /** The next places, a few of many; no message where it is the same. */
  more: { message: string; line?: number; column?: number }[];
}

/** Something that few files state. */
export interface Told {
  /** In the file, usual for its format, or guessed from the figure. */
  from: 'file' | 'format' | 'guess';
  /** How sure a guess is: 3 sure, 2 likely, 1 unsure, 0 nothing tells. */
  confidence: 0 | 1 | 2 | 3;
  /** What it may be instead, "" for nothing. */
  maybe: string;
}

export interface ClipInfo {
  format: string;
  name: string;
  frameCount: number;
  frameTime: number;
  duration: number;
  /** `duration` in seconds; `moves`: how far the joints go in the first 20 s, the mean of all, in units of the file; 0 where nothing moves, and where it is the only one; `keyed`: frames lie where the file puts them, at no rate. The numbers above are the first one's. */
  behaviours: { name: string; frameCount: number; duration: number; moves: number; keyed: boolean }[];
  complete: boolean;
  joints: JointInfo[];
  /** `metres` in one unit of length as the file writes it; `factor`: what the file has its lengths multiplied by. */
  unit: Told & { name: 'm' | 'cm' | 'mm' | 'in' | 'cmu' | 'dm' | 'custom'; metres: number; factor: number };
  /** `guessed`: the file states none; then `handSpeed` is how fast the hands are at the one that is assumed, in metres a second. */
  rate: { guessed: boolean; handSpeed: number };
  up: Told & { axis: string };
  /** Where the floor is put: so high over the file's zero, in metres with that unit; `stance`: the feet tell it. */
  floor: { height: number; stance: boolean };
  positions: Told & { mode: 'replace' | 'add' | 'none' };
  /** How tall a person is, in metres with that unit, and what tells it; 0 and "" where nothing does. */
  stature: number;
  statureFrom: '' | 'legs' | 'arms' | 'hands';
  /** How far the figure reaches upwards in the middle one of its poses, in metres with that unit. */
  extent: number;
  /** The file the skeleton came from, "" where it is the motion's own. */
  skeletonFile: string;
  /** Why that may be somebody else's skeleton: "the file names male.ASF"; "" where nothing speaks against it. */
  skeletonDoubt: string;
  /** Files of skins that fit the figure; empty where skins stand in the clip's own file. */
  skins: string[];
  /** The name of the surface that moves with the joints, "" for none. */
  skin: string;
  /** Some of that surface is skin, and some of it shapes of segments. */
  skinned: boolean;
  segments: boolean;
  siteCount: number;
  /** Names of the files of pictures that the surface wears. A picture in the clip's own file has an address that holds it (`data:`). */
  pictures: string[];
  /** Names of the cameras that the file has, each another one: `view:` and such a name is a camera. */
  viewpoints: string[];
  /** How many bones have a mass; 0 where there is no centre of mass. */
  massCount: number;
  /** Headings and texts that the file carries. */
  notes: { title: string; text: string }[];
  /** In the order of their first frames; complete with the clip. */
  marks: ClipMark[];
  marksDropped: number;
  warnings: ClipWarning[];
  warningsDropped: number;
}

/** What a list of clips tells about one that is not on the stage. */
export type ClipSummary = Pick<ClipInfo, 'format' | 'frameCount' | 'duration' | 'skeletonFile' | 'pictures'>;

export interface ClipParser {
  /** A file that the one to be read may need: a skeleton, a skin. Before the first push. */
  addCompanion(name: string, bytes: Uint8Array): void;
  /** Which skin is worn of several that fit; only where readers know skins. Before the first push. */
  wear?(name: string): void;
  push(bytes: Uint8Array): Uint8Array | undefined;
  finish(): Uint8Array;
  /** After `finish`. */
  summary(): ClipSummary | undefined;
  free(): void;
}

export interface WasmEngine {
  /** Resolves when the device is gone; rejects with a `GpuError` where the browser does not take what pictures need. */
  lost(): Promise<string>;
  free(): void;
  [Symbol.dispose](): void;
}


/** Who draws. */
export type Rung = 'webgpu' | 'webgl' | 'canvas';

/** What draws, shared by the players of a page. */
export interface Device {
  rung: Rung;
  /** Of no more use. */
  lost: boolean;
  /** Settles when all that was drawn is there. WebGPU's canvases tell it themselves. */
  done?(): Promise<unknown>;
  /** Draws a stage on a canvas that nothing was drawn on yet. Null: the stage does so by itself. */
  attach(stage: WasmStage, instance: { memory: WebAssembly.Memory }, canvas: HTMLCanvasElement): (Surface & { frame: PlainFrame }) | null;
}

/** What all canvases of a page share, of a renderer in `render/`. */
export interface Renderer {
  /** For a canvas that nothing was drawn on yet. */
  surface(canvas: HTMLCanvasElement): Surface;
  /** Settles when it is of no more use, with the reason why another one would fare no better; '' where it may. */
  lost: Promise<string>;
  /** Settles when all that was drawn is there. */
  done(): Promise<unknown>;
  close(): void;
}

/** One canvas of a renderer. */
export interface Surface {
  /** Gives the canvas the size that the frame tells, and draws. False: nothing could be drawn, the device is lost. */
  draw(frame: PlainFrame): boolean;
  /** As `WasmStage.setPicture`. */
  setPicture(index: number, width: number, height: number, levels: Uint8Array): void;
  forgetPictures(): void;
  close(): void;
  /** Called where the browser lost what was on the canvas, and it can be drawn again. */
  again?: (() => void) | null;
}

/** A frame of a stage as bytes: render/frame.js. */
export interface PlainFrame {
  table(): Record<string, number>;
  bytes(at: number, length: number): Uint8Array<ArrayBuffer>;
  words(at: number, length: number): Uint32Array<ArrayBuffer>;
  halves(at: number, length: number): Uint16Array<ArrayBuffer>;
  floats(at: number, length: number): Float32Array<ArrayBuffer>;
}

/** A clip with its clock, camera and settings; it draws while it is attached to a canvas. */
export interface WasmStage {
  attach(engine: WasmEngine, canvas: HTMLCanvasElement): void;
  /** Another renderer draws. Returns where in the memory the table of the frame is, bytes; see render/frame.js. */
  attachPlain(): number;
  /** The next frame draws, whatever has changed. */
  redraw(): void;
  detach(): void;
  info(): ClipInfo | undefined;
  /** `setting`: its place in the list of settings.js. `end` is the range's. */
  set(setting: number, value: number, end: number): void;
  resize(cssWidth: number, cssHeight: number, pixelRatio: number): void;
  setInsets(top: number, right: number, bottom: number, left: number): void;
  /** How much the frames of a clip may take, from the next one on. */
  limitMotion(bytes: number): void;
  pushPacket(bytes: Uint8Array): number;
  resetClip(): void;
  /** sRGB and alpha, rows from the top; behind it the same at half width and height, and so on. */
  setPicture(index: number, width: number, height: number, levels: Uint8Array): void;
  clear(): void;
  frame(nowMs: number): number;
  /** Brings what `Report` reads up to date without a step. */
  report(): void;
  /** Where in the memory that is, bytes. It never changes. */
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
  /** World x, y, z, local rotation x, y, z, w, and the three columns that lead from the joint's space to the world; empty without one. */
  jointState(joint: number): Float32Array;
  figureBox(): Float32Array;
  /** A stage that would show the same, without a surface, and without a clip until one is lent to it. */
  twin(): WasmStage;
  /** The clips of two stages change places; done twice all is as before. */
  swap(other: WasmStage): void;
  free(): void;
}

/**
 * What the modules that read export; all there is of `marey_mocap`, which reads Acclaim and The Sims, of `marey_hanim`, which reads humanoids,
 * and of `marey_link`, which reads packed motion.
 */
export interface ReaderGlue {
  default(options: { module_or_path: WebAssembly.Module }): Promise<{ memory: WebAssembly.Memory }>;
  /** Whether the `ClipParser` takes a file, by its first 1024 bytes or all there are, or tells what is wrong with it; not in `marey_link`. */
  reads?(name: string, head: Uint8Array): boolean;
  ClipParser: new (name: string, sizeHint: number) => ClipParser;
}

/** Which file, of what part of the clip, and how. What is not given is as the clip has it. */
export interface ConvertOptions {
  /** `asf` gives an AMC, too, and `skel` an ANIM. */
  format: 'bvh' | 'asf' | 'skel' | 'x3d' | 'gltf' | 'glb' | 'csv' | 'npz';
  /** Seconds. Without both the whole clip. */
  from?: number;
  to?: number;
  /** Frames a second. */
  fps?: number;
  /** `m`, `dm`, `cm`, `mm`, `in`, `cmu`, or metres. glTF, X3D and The Sims' files have units of their own. */
  unit?: string;
  /** `x`, `y`, `z`, `-x`, `-y` or `-z`. */
  up?: string;
  /** Without the way along the ground; as it is shown, otherwise. */
  inPlace?: boolean;
  /** Gives it up. */
  signal?: AbortSignal;
}

/** What the writers are asked for. Without a number or a text: as the clip has it. */
export interface WriteOptions {
  format: ConvertOptions['format'];
  /** Which one plays; of a whole clip all are written where one file holds them. */
  behaviour: number;
  /** Seconds of the range, both or none. */
  from?: number;
  to?: number;
  /** Frames a second. */
  rate?: number;
  /** Metres in a unit of the file, and its up axis: `x`, `y`, `z`, `-x`, `-y` or `-z`. */
  metres?: number;
  up?: string;
  inPlace?: boolean;
  /** What the visitor reads the clip's own numbers as. */
  frameTime?: number;
  positions?: 'add' | 'replace';
  sourceMetres?: number;
  sourceUp?: string;
  /** What the skin wears, for formats that hold pictures. */
  pictures?: PictureFile[];
}

/** The file of a picture: PNG or JPEG. */
export interface PictureFile {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** A file that a clip became. */
export interface Written {
  extension: string;
  bytes: Uint8Array<ArrayBuffer>;
  told: WrittenOtherwise;
}

/** How the files of a motion differ from the clip. */
export interface WrittenOtherwise {
  /** Frames a second, where they were chosen for keys at uneven moments. */
  rate?: number;
  /** BVH: names of joints, before and after. */
  renamed?: [string, string][];
  /** BVH: the joint that was added above several roots. */
  commonRoot?: string;
}

/** What is packed into a link or a file, and how good. */
export interface PackOptions {
  behaviour: number;
  /** Seconds of the part, both or none. */
  from?: number;
  to?: number;
  /** Millimetres off on average, of a figure 1.8 m tall; or how near 99 of 100 places are; or bytes at most. */
  mean?: number;
  p99?: number;
  bytes?: number;
  /** All behaviours, as a file. */
  file?: boolean;
  frameTime?: number;
  positions?: 'add' | 'replace';
}

/** Packed motion, and how far its joints are off: millimetres of a figure 1.8 m tall. */
export interface Packed {
  bytes: Uint8Array<ArrayBuffer>;
  /** For `#clip=`. */
  text: string;
  meanMm: number;
  p99Mm: number;
  maxMm: number;
  /** How much faster points slide that stand on the ground than in the original, millimetres a second; there are none if it is not there. */
  slide?: number;
  frames: number;
  joints: number;
  /** `skin`, `weights`, `masses`, `notes`, `other-behaviours` or `long-names`. */
  leftOut: string[];
}

/** `marey_pack`. */
export interface PackGlue {
  default: ReaderGlue['default'];
  /** Throws an Error named WriteError with a sentence for people. */
  packMotion(packets: Uint8Array, options: PackOptions): Packed;
}

/** `marey_write`. */
export interface WriterGlue {
  default: ReaderGlue['default'];
  /** Throws an Error named WriteError that says what the format has no place for. */
  writeFiles(packets: Uint8Array, options: WriteOptions): Written[];
}

/** `marey_web`, which reads BVH and has the stage. */
export interface Glue extends ReaderGlue {
  /** Whether it reads a file, by the name and the first 1024 bytes. */
  isBvh(name: string, head: Uint8Array): boolean;
  /** `create` asks `navigator.gpu` for an adapter before it returns. */
  Engine: { create(): Promise<WasmEngine> };
  Stage: new () => WasmStage;
}

/** Where a clip comes from. Kept as long as the clip is shown, so that it can be read again. */
export interface Source {
  name: string;
  blob?: Blob;
  url?: string;
  /** The address as an attribute or a link has it. */
  written?: string;
  /** The address came from a link, not from the page's author: no credentials, capped size. */
  guarded?: boolean;
  /** What brings it to its reader, see `bring.js`. */
  port?: MessagePort;
  /** The folder that it came in, with those above it. */
  folder?: string;
  /** Cookies go to other origins too. */
  credentials?: boolean;
  /** Files among which those are that this one needs. The reader finds out which. */
  companions?: Companion[];
  /** The file of the skin that is worn where several fit; without it the one that fits best. */
  wears?: string;
}

/** A skeleton for motions, or a skin for skeletons. */
export interface Companion {
  name: string;
  blob?: Blob;
  url?: string;
  written?: string;
  guarded?: boolean;
  port?: MessagePort;
}

/**
 * Words in place of the player's own, by the names of its tables: `player`, `panels`, `page`. Any part of them will do. What
 * is a function there is one here.
 */
export interface PlayerWords {
  [name: string]: string | ((...about: any[]) => string) | PlayerWords | unknown[];
}

/** How a picture is drawn. What is left out is as the player shows it. */
export interface PictureOptions {
  /** CSS pixels. With one of the two the other follows by the player's shape. */
  width?: number;
  height?: number;
  /** Pixels for each of these, 1 unless told. A picture of more than 8.3 million pixels, or 8192 on a side, is drawn with fewer. */
  scale?: number;
  /** Seconds. */
  time?: number;
  /** As `camera` and `cameraState` take it. */
  camera?: string;
  theme?: 'dark' | 'light';
  /** What is behind the figure: the stage, nothing (the picture is transparent), or a colour as CSS writes it. */
  background?: boolean | string;
  /** The lines of the floor, and the shadow on it. */
  grid?: boolean;
  shadow?: boolean;
  /** Leaves the room that the controls take, so that a poster looks like the first picture: as it is now, or CSS pixels at the top, right, bottom and left. */
  controls?: boolean | [top: number, right: number, bottom: number, left: number];
  /** An image's media type, PNG unless told, and the quality of a lossy one, from 0 to 1. */
  type?: string;
  quality?: number;
}

/** Which moments of a motion, and how they are drawn side by side. */
export interface FilmstripOptions extends Pick<PictureOptions, 'scale' | 'camera' | 'grid' | 'shadow' | 'quality'> {
  /** From 3 to 24, 8 unless told. */
  count?: number;
  /** The first and the last of them, seconds: the loop's range or the whole clip unless told. */
  from?: number;
  to?: number;
  /** How high it is without the labels, CSS pixels, 240 unless told. */
  height?: number;
  /** The time below each figure. On unless told. */
  labels?: boolean;
  /** Nothing unless told: `true` is the stage. In SVG there is no stage. */
  background?: boolean | string;
  /** Light unless told, as on paper; on the stage as shown. */
  theme?: 'dark' | 'light';
  /** An image's media type, PNG unless told. `image/svg+xml`: the skeleton as shapes, for print. */
  type?: string;
}

/** What a film shows, and how it is written. */
export interface FilmOptions extends Pick<PictureOptions, 'width' | 'height' | 'scale' | 'camera' | 'theme' | 'grid' | 'shadow'> {
  /** The best that this browser writes unless told: MP4 (H.264) where its encoder keeps faint lines, else WebM (VP9, VP8 or AV1), else GIF. */
  format?: 'mp4' | 'webm' | 'gif';
  /** The part that it shows, seconds: the loop's range or the whole clip unless told. */
  from?: number;
  to?: number;
  /** Frames a second, 30 unless told, of a GIF 20. */
  fps?: number;
  /** 1 is real time. */
  speed?: number;
  /** How often the camera goes round the figure, 0 unless told. Negative: the other way. */
  turns?: number;
  /** What is behind the figure: the stage, nothing, or a colour as CSS writes it. WebM and GIF can be seen through: in an MP4 nothing is plain, and unless told the film is a WebM then. */
  background?: boolean | string;
  /** Cancels it. */
  signal?: AbortSignal;
  /** Told after each frame: how much is done, up to 1. */
  progress?: (share: number) => void;
}

/** What went wrong, as plain data that can cross from the worker. */
export interface Fault {
  kind: 'parse' | 'network' | 'html' | 'status' | 'size' | 'stalled' | 'hang' | 'silent' | 'trap' | 'load' | 'read'
    | 'gpu' | 'nogpu' | 'link' | 'aborted' | 'write';
  message: string;
  /** Which of the page's words (ERRORS in strings.js) says it where there is no message, and what that word is about. */
  word?: string;
  about?: string | number;
  /** It is a question: what goes into `agreed` of hosts.js if somebody agrees. */
  agree?: string[];
  code?: string;
  format?: string;
  /** The companion where it went wrong, if it was not in the file itself. */
  file?: string;
  line?: number;
  column?: number;
  byte?: number;
  excerpt?: string;
  /** What the browser or the reader said, for those who look for the reason. */
  detail?: string;
  status?: number;
}
