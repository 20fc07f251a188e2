/** The extension for VS Code, as `cargo xtask package` writes it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { version } from '../../../xtask/getting.mjs';
import { ROOT } from './site.mjs';

/** Its folder. */
export const VSCODE = join(ROOT, 'target/vscode/marey-motion');
/** Its package. */
export const VSIX = `${VSCODE}-${await version()}.vsix`;

/** The files of the package, by their paths. */
export const unpacked = async () => unzipSync(await readFile(VSIX));
