// Written so that every Node since version 12.20 can run it: no optional chaining, no `??`, no top-level await.

/**
 * A number that orders versions.
 * @param {string} version
 */
const rankOf = (version) =>
  version.split('.').reduce((rank, part) => rank * 1000 + Number(part), 0);

/**
 * Why a version of Node cannot run the program; null when it can.
 * @param {string} version `20.19.0`
 * @param {string} required `engines.node` of package.json: `^20.19.0 || >=24.0.0`
 * @returns {string | null}
 */
export function nodeRefusal(version, required) {
  const own = rankOf(version);
  const ranges = required.split(' || ').map((range) => ({
    least: range.replace(/^\D+/, ''),
    isOpen: range.startsWith('>='),
  }));
  const isEnough = ranges.some(
    ({ least, isOpen }) =>
      own >= rankOf(least) && (isOpen || parseInt(version, 10) === parseInt(least, 10)),
  );
  if (isEnough) return null;
  const names = ranges.map(({ least }) => `${least.replace(/(\.0)+$/, '')}+`);
  const last = names.pop();
  return `Caja menor necesita Node ${names.join(', ')} o ${last}, y este es Node ${version}. Instale una de esas versiones.`;
}

/**
 * Ends the process with one sentence when its Node is too old.
 * @param {string} required
 */
export function requireNode(required) {
  const refusal = nodeRefusal(process.versions.node, required);
  if (refusal === null) return;
  console.error(refusal);
  process.exit(1);
}
