/** What manifests of packages say of the version and of where the sources are. */
import { version } from './getting.mjs';

/** The version of the workspace. */
export const VERSION = await version();
if (!VERSION) throw new Error('Cargo.toml has no version of the workspace');

// npm's provenance requires the repository, which the publishing workflow knows.
const { GITHUB_SERVER_URL, GITHUB_REPOSITORY } = process.env;
const hosted = `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}`;

/** The repository, its page and its issues; nothing where they are not known. */
export const PLACES = GITHUB_REPOSITORY
  ? {
      repository: { type: 'git', url: `git+${hosted}.git` },
      homepage: `${hosted}#readme`,
      bugs: `${hosted}/issues`,
    }
  : {};
