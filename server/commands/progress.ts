/** How far a command is, and how long it took, in Spanish. */
export const say = (line: string): void => console.log(line);

export const figure = (count: number): string => count.toLocaleString('es-CO');

export const secondsSince = (begun: number): string =>
  `${figure(Math.round((Date.now() - begun) / 100) / 10)} s`;

/** A line for each tenth. */
export function progressTo(): (done: number, all: number) => void {
  let tenths = 0;
  return (done, all) => {
    const reached = Math.floor((10 * done) / all);
    if (reached > tenths) say(`  ${reached * 10} %`);
    tenths = reached;
  };
}
