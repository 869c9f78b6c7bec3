import { accessSync, constants, readdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';

/** @type {import('./executables.mjs').Machine} */
export const thisMachine = {
  platform: process.platform,
  env: process.env,
  home: homedir(),
  isExecutable(file) {
    try {
      accessSync(file, constants.X_OK);
      return statSync(file).isFile();
    } catch {
      return false;
    }
  },
  list(folder) {
    try {
      return readdirSync(folder);
    } catch {
      return [];
    }
  },
};
