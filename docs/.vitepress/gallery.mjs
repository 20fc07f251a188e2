/** A plugin for VitePress: `::: gallery motions` and `:::` show the gallery in public/motions/. */
export const gallery = (base) => (md) => {
  md.core.ruler.before('normalize', 'gallery', (state) => {
    state.src = state.src.replace(
      /^::: gallery ([\w/-]+)\s*\n:::[ \t]*$/gm,
      (_, folder) => `<iframe class="gallery" src="${base}${folder}/index.html" title="Clips" loading="lazy"></iframe>`,
    );
  });
};
