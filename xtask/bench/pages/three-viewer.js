/** The peer: the least viewer of three.js. `?url=` names a BVH file, or one is dropped. */
import { AnimationMixer, Clock, Color, GridHelper, PerspectiveCamera, Scene, SkeletonHelper, WebGLRenderer } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { BVHLoader } from 'three/addons/loaders/BVHLoader.js';

const renderer = new WebGLRenderer({ antialias: true });
renderer.setPixelRatio(devicePixelRatio);
renderer.setSize(innerWidth, innerHeight);
document.body.append(renderer.domElement);

const camera = new PerspectiveCamera(60, innerWidth / innerHeight, 1, 2000);
camera.position.set(0, 200, 300);
const controls = new OrbitControls(camera, renderer.domElement);
controls.target.set(0, 90, 0);
controls.update();
const scene = new Scene();
scene.background = new Color(0x10151e);
scene.add(new GridHelper(400, 10));
const clock = new Clock();
let mixer;
let drawn = 0;

function show(text) {
  const { skeleton, clip } = new BVHLoader().parse(text);
  scene.add(skeleton.bones[0], new SkeletonHelper(skeleton.bones[0]));
  mixer = new AnimationMixer(skeleton.bones[0]);
  mixer.clipAction(clip).play();
  drawn = 0;
}

function animate() {
  requestAnimationFrame(animate);
  mixer?.update(clock.getDelta());
  renderer.render(scene, camera);
  if (!mixer) return;
  drawn += 1;
  if (drawn === 1) {
    const submit = performance.now();
    renderer.getContext().finish();
    window.firstPicture = { submit, done: performance.now() };
  }
  // The second picture is the first that has moved.
  if (drawn === 2) window.moving = performance.now();
}

addEventListener('dragover', (event) => event.preventDefault());
addEventListener('drop', async (event) => {
  event.preventDefault();
  window.dropped = performance.now();
  show(await event.dataTransfer.files[0].text());
});
animate();
const url = new URLSearchParams(location.search).get('url');
if (url) show(await (await fetch(url)).text());
