/** three.js in a browser, with its own loaders, on a page that has nothing else. */
import { after } from 'node:test';
import { launch } from '../../browser/support/browser.mjs';
import { serve } from '../../browser/support/server.mjs';

const PAGE = `<!doctype html><title>three</title>
<script type="importmap">{ "imports": { "three": "/node_modules/three/build/three.module.js", "three/addons/": "/node_modules/three/examples/jsm/" } }</script>`;

/** A page of which `evaluate` may import three, until the tests of the file are over. */
export async function threePage() {
  const server = await serve({ csp: '' });
  const browser = await launch('webgl');
  after(async () => {
    await browser.close();
    await server.close();
  });
  const page = await browser.newPage();
  await page.goto(server.put('/', { body: PAGE, type: 'text/html' }));
  return page;
}

/**
 * Runs in the page: what GLTFLoader makes of a file, posed at some moments by its AnimationMixer. World positions of the nodes, by
 * their indices in the file, and the box of the mesh as it is drawn.
 * @param {{ base64: string, times: number[] }} told
 * @returns {Promise<{ poses: number[][][], boxes: number[][][], animations: { name: string, duration: number, tracks: number }[], bones: number }>}
 */
export async function posedByGltfLoader({ base64, times }) {
  const THREE = await import(/** @type {any} */ ('three'));
  const { GLTFLoader } = await import(/** @type {any} */ ('three/addons/loaders/GLTFLoader.js'));
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const gltf = await new GLTFLoader().parseAsync(bytes.buffer, '');
  const nodes = await gltf.parser.getDependencies('node');
  const mixer = new THREE.AnimationMixer(gltf.scene);
  if (gltf.animations.length) {
    const action = mixer.clipAction(gltf.animations[0]);
    action.setLoop(THREE.LoopOnce, 1);
    action.clampWhenFinished = true;
    action.play();
  }
  const [poses, boxes] = [[], []];
  let bones = 0;
  for (const time of times) {
    mixer.setTime(time);
    gltf.scene.updateMatrixWorld(true);
    poses.push(/** @type {never} */ (nodes.map((/** @type {any} */ node) => new THREE.Vector3().setFromMatrixPosition(node.matrixWorld).toArray())));
    const box = new THREE.Box3();
    gltf.scene.traverse((/** @type {any} */ object) => {
      if (!object.isSkinnedMesh) return;
      bones = object.skeleton.bones.length;
      object.skeleton.update();
      for (let corner = 0; corner < object.geometry.attributes.position.count; corner += 1) {
        box.expandByPoint(object.getVertexPosition(corner, new THREE.Vector3()).applyMatrix4(object.matrixWorld));
      }
    });
    boxes.push(/** @type {never} */ ([box.min.toArray(), box.max.toArray()]));
  }
  const animations = gltf.animations.map((/** @type {any} */ each) => ({ name: each.name, duration: each.duration, tracks: each.tracks.length }));
  return { poses, boxes, animations, bones };
}

/**
 * Runs in the page: world positions that BVHLoader makes, at some moments.
 * @param {{ text: string, times: number[] }} told
 * @returns {Promise<{ poses: number[][][], names: string[] }>}
 */
export async function posedByBvhLoader({ text, times }) {
  const THREE = await import(/** @type {any} */ ('three'));
  const { BVHLoader } = await import(/** @type {any} */ ('three/addons/loaders/BVHLoader.js'));
  const { skeleton, clip } = new BVHLoader().parse(text);
  const scene = new THREE.Group();
  scene.add(skeleton.bones[0]);
  const mixer = new THREE.AnimationMixer(skeleton.bones[0]);
  const action = mixer.clipAction(clip);
  action.setLoop(THREE.LoopOnce, 1);
  action.clampWhenFinished = true;
  action.play();
  const poses = times.map((time) => {
    mixer.setTime(time);
    scene.updateMatrixWorld(true);
    return skeleton.bones.map((/** @type {any} */ bone) => new THREE.Vector3().setFromMatrixPosition(bone.matrixWorld).toArray());
  });
  return { poses, names: skeleton.bones.map((/** @type {any} */ bone) => bone.name) };
}
