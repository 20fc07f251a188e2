/** Code that uses the element from TypeScript, without a framework. It is type-checked, never run. */
import { MareyPlayer } from '../../dist/marey-player.js';
import type { ClipInfo, Fault, MareyPlayerEventMap } from '../../dist/marey-player.js';
import { frame } from '../../dist/marey-frame.js';
import type { FramePlayer, FrameRequest, FrameState } from '../../dist/marey-frame.js';

// The tag is known wherever the DOM makes or finds elements.
const player: MareyPlayer = document.createElement('marey-player');
const found: MareyPlayer | null = document.querySelector('marey-player');
const fresh: HTMLElement = new MareyPlayer();

// It is asked as a video is.
player.src = 'walk.bvh';
player.currentTime = 1.5;
player.playbackRate = -1;
player.loop = player.autoplay = player.controls = true;
player.srcObject = new File([], 'walk.bvh');
player.srcObject = null;
const started: Promise<void> = player.play();
player.pause();
player.load();
const readings: number[] = [
  player.duration,
  player.readyState,
  player.networkState,
  player.volume,
  player.seekable.end(0),
  MareyPlayer.HAVE_ENOUGH_DATA,
];
const answers: boolean[] = [player.paused, player.ended, player.seeking, player.muted];
const playable: '' | 'maybe' | 'probably' = player.canPlayType('model/bvh');
const code: number | undefined = player.error?.code;

// And for what a motion has besides.
player.seekToFrame(30);
player.stepFrame(-1);
player.loopRange = [1, 2];
player.momentTimes = [0.5, 1.25];
player.ghosts = [3, 1];
player.ghosts = '3 1';
player.ghosts = 2;
player.ghosts = null;
player.trails = ['LeftHand'];
player.trails = 'LeftHand, RightHand';
player.trailWindow = 'all';
player.moments = [0.2, 0.55];
player.speed = '0.5';
player.cameraState = 'left';
const clip: ClipInfo | undefined = player.clips[0];
const parents: number[] = clip?.joints.map(({ parent }) => parent) ?? [];

// Events carry what they carry, and listeners know whom they listen to.
player.addEventListener('timeupdate', function listen(event) {
  const time: number = this.currentTime + event.timeStamp;
  this.removeEventListener('timeupdate', listen);
  return time;
});
player.addEventListener('progress', ({ detail: { loaded, total } }) => loaded / total);
player.addEventListener('error', ({ detail }) => {
  const fault: Fault = detail;
  return fault.line;
});
player.addEventListener('behaviourchange', ({ detail }) => detail.name.length + detail.index);
player.addEventListener('cliploaded', ({ detail }) => detail.joints.length, { once: true });
player.addEventListener('click', (event) => event.clientX);
player.addEventListener('of-my-own', (event) => event.type);
const names: (keyof MareyPlayerEventMap)[] = ['ready', 'warning', 'play', 'seeked'];

// In a frame it goes by the same names, and answers later.
const remote: FramePlayer = frame(document.createElement('iframe'), { fit: true });
const frames: Promise<number> = remote.get('frameCount');
const where: Promise<{ x: number; y: number; z: number } | null> = remote.jointPosition('Hips');
const off: () => void = remote.on('timeupdate', (nothing: null, { currentTime }: FrameState) => [nothing, currentTime]);
remote.on('cliploaded', ({ joints }) => joints.length);
remote.on('size', ({ ratio }) => ratio);
remote.set('loopRange', [1, 2]).then(() => remote.play());
const spoken: FrameRequest = { marey: 'call', id: 1, name: 'seekToFrame', args: [30] };

// In JSX without a framework's types, too.
const tag = <marey-player class="mine" src="walk.bvh" fps={60} controls loopRange={[1, 2]} onready={({ detail }) => detail} />;

const ghosts = <marey-player ghosts="2" moments={[0.2, 0.55]} trailWindow="all" trails={['LeftHand']} />;
const beside = <marey-clip joints="smpl" skip-reference offset={0.5} position={[1, 0]} />;

// Type errors are reported.
// @ts-expect-error
player.currentTime = 'soon';
// @ts-expect-error
player.paused = true;
// @ts-expect-error
player.srcObject = 'walk.bvh';
// @ts-expect-error
player.fly();
// @ts-expect-error
player.addEventListener('behaviourchange', ({ detail }) => detail.joints);
// @ts-expect-error
remote.get('shadowRoot');
// @ts-expect-error
remote.set('currentTime', 'soon');
// @ts-expect-error
remote.set('share', 'view/');
// @ts-expect-error
const wrong = <marey-player controls="no" />;

export { answers, beside, code, found, frames, fresh, ghosts, names, off, parents, playable, readings, spoken, started, tag, where, wrong };
