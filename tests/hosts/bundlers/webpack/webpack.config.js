// webpack warns about files over 244 kB. The modules are larger, and fetched when they are needed.
const limits = { maxAssetSize: 700_000 };

export default {
  mode: 'production',
  entry: './main.js',
  output: { path: `${import.meta.dirname}/dist`, clean: true },
  performance: limits,
};
