import resolve from '@rollup/plugin-node-resolve';

export default { input: 'main.js', output: { dir: 'rollup', format: 'es' }, plugins: [resolve()] };
