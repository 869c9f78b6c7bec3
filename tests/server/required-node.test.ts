import { expect, test } from 'vitest';
import { nodeRefusal } from '../../scripts/required-node.mjs';

const required = '^20.19.0 || ^22.13.0 || >=24.0.0';

test.each(['20.19.0', '20.20.2', '22.13.0', '22.21.1', '24.0.0', '24.11.0', '25.2.1', '30.0.0'])(
  'Node %s runs the program',
  (version) => {
    expect(nodeRefusal(version, required)).toBeNull();
  },
);

test.each(['12.22.12', '18.20.8', '20.18.3', '20.9.0', '21.7.3', '22.12.0', '23.11.1'])(
  'Node %s is refused in one sentence',
  (version) => {
    expect(nodeRefusal(version, required)).toBe(
      `Caja menor necesita Node 20.19+, 22.13+ o 24+, y este es Node ${version}. Instale una de esas versiones.`,
    );
  },
);
