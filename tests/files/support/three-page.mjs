/** three.js and its loaders on an otherwise empty page of a browser. */
import { after } from 'node:test';
import { launch } from '../../browser/support/browser.mjs';
import { serve } from '../../browser/support/server.mjs';

const PAGE = `<!doctype html><title>three</title>
<script type="importmap">${JSON.stringify({
  imports: {
    three: '/node_modules/three/build/three.module.js',
    'three/addons/': '/node_modules/three/examples/jsm/',
    '@pixiv/three-vrm': '/node_modules/@pixiv/three-vrm/lib/three-vrm.module.js',
    '@pixiv/three-vrm-animation': '/node_modules/@pixiv/three-vrm-animation/lib/three-vrm-animation.module.js',
  },
})}</script>`;

/** A page whose scripts may import three and three-vrm, open until the file's tests are over. */
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
 * Runs in the page: loads a Base64 file by GLTFLoader or a text by BVHLoader, and poses it at some moments by an AnimationMixer. Returns the
 * nodes' world positions, by their indices in the file, the box of the mesh as drawn, and that of the whole scene.
 * @param {{ base64?: string, text?: string, times: number[] }} input
 * @returns {Promise<{ poses: number[][][], boxes: number[][][], extent: number[][], animations: { name: string, duration: number }[], bones: number }>}
 */
export async function posed({ base64, text, times }) {
  const THREE = await import(/** @type {any} */ ('three'));
  let scene, nodes, animations;
  if (base64) {
    const { GLTFLoader } = await import(/** @type {any} */ ('three/addons/loaders/GLTFLoader.js'));
    const gltf = await new GLTFLoader().parseAsync(Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)).buffer, '');
    [scene, nodes, animations] = [gltf.scene, await gltf.parser.getDependencies('node'), gltf.animations];
  } else {
    const { BVHLoader } = await import(/** @type {any} */ ('three/addons/loaders/BVHLoader.js'));
    const { skeleton, clip } = new BVHLoader().parse(text);
    [scene, nodes, animations] = [skeleton.bones[0], skeleton.bones, [clip]];
  }
  const mixer = new THREE.AnimationMixer(scene);
  if (animations.length) {
    const action = mixer.clipAction(animations[0]);
    action.setLoop(THREE.LoopOnce, 1);
    action.clampWhenFinished = true;
    action.play();
  }
  const [poses, boxes] = [/** @type {number[][][]} */ ([]), /** @type {number[][][]} */ ([])];
  let bones = 0;
  for (const time of times) {
    mixer.setTime(time);
    scene.updateMatrixWorld(true);
    poses.push(nodes.map((/** @type {any} */ node) => new THREE.Vector3().setFromMatrixPosition(node.matrixWorld).toArray()));
    const box = new THREE.Box3();
    scene.traverse((/** @type {any} */ object) => {
      if (!object.isSkinnedMesh) return;
      bones = object.skeleton.bones.length;
      object.skeleton.update();
      for (let corner = 0; corner < object.geometry.attributes.position.count; corner += 1) {
        box.expandByPoint(object.getVertexPosition(corner, new THREE.Vector3()).applyMatrix4(object.matrixWorld));
      }
    });
    boxes.push([box.min.toArray(), box.max.toArray()]);
  }
  const whole = new THREE.Box3().setFromObject(scene);
  return {
    poses,
    boxes,
    extent: [whole.min.toArray(), whole.max.toArray()],
    animations: animations.map((/** @type {any} */ { name, duration }) => ({ name, duration })),
    bones,
  };
}
