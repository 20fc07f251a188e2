/** The part of the package that the tests use; it has no types of its own. */
declare module 'gltf-validator' {
  interface Issues {
    numErrors: number;
    numWarnings: number;
    messages: { code: string; message: string; pointer: string }[];
  }
  export function validateBytes(bytes: Uint8Array, options?: { maxIssues?: number }): Promise<{ issues: Issues }>;
  const validator: { validateBytes: typeof validateBytes };
  export default validator;
}
