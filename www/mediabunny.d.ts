/** The parts of the package mediabunny that are used. Its own declarations repeat those of WebCodecs, which the compiler has. */

type Encoding = { width?: number; height?: number; quality?: Quality; frameRate?: number };

export class Quality {
  constructor(options: { bitrate: number });
}
export function canEncodeVideo(codec: string, options?: Encoding): Promise<boolean>;

export class Mp4OutputFormat {
  constructor(options?: { fastStart?: false | 'in-memory' | 'fragmented' });
}
export class WebMOutputFormat {}
export class BufferTarget {
  buffer: ArrayBuffer | null;
}

/** `add` settles when there is room for the next frame. Seconds. */
export class CanvasSource {
  constructor(
    canvas: HTMLCanvasElement | OffscreenCanvas,
    config: {
      codec: string;
      quality: Quality;
      keyFrameInterval?: number;
      latencyMode?: 'quality' | 'realtime';
      contentHint?: 'detail' | 'motion' | 'text';
    },
  );
  add(timestamp: number, duration: number): Promise<void>;
}

export class EncodedPacket {
  static fromEncodedChunk(chunk: EncodedVideoChunk, sideData?: { alpha?: Uint8Array }): EncodedPacket;
}

/** Packets encoded elsewhere, in decoding order. */
export class EncodedVideoPacketSource {
  constructor(codec: string);
  add(packet: EncodedPacket, meta?: EncodedVideoChunkMetadata): Promise<void>;
}

export class Output {
  constructor(options: { format: Mp4OutputFormat | WebMOutputFormat; target: BufferTarget });
  addVideoTrack(source: CanvasSource | EncodedVideoPacketSource, options?: { frameRate?: number }): void;
  start(): Promise<void>;
  finalize(): Promise<void>;
  cancel(): Promise<void>;
}

/** All formats that an `Input` may have. */
export const ALL_FORMATS: object[];

export class BufferSource {
  constructor(buffer: Uint8Array | ArrayBuffer);
}

/** A track of a film that is read. */
export interface InputVideoTrack {
  displayWidth: number;
  displayHeight: number;
  computePacketStats(): Promise<{ packetCount: number }>;
}

/** A film that is read: only the tests do. */
export class Input {
  constructor(options: { source: BufferSource; formats: object[] });
  getPrimaryVideoTrack(): Promise<InputVideoTrack | null>;
  /** Seconds. */
  computeDuration(): Promise<number>;
}
