import { describe, expect, it } from 'vitest';
import { snapshotReads } from './snapshot-reads.ts';
import { type SourceFile, sources } from './source-graph.ts';

/** `path:line: the line`, for every line of code that matches. */
function linesWith(files: readonly SourceFile[], pattern: RegExp): string[] {
  return files.flatMap((source) =>
    source.code
      .split('\n')
      .flatMap((line, index) =>
        pattern.test(line) ? [`${source.path}:${index + 1}: ${line.trim()}`] : [],
      ),
  );
}

/** What a page has. A plain `window.` may be a span of dates. */
const PAGE =
  /\b(localStorage|sessionStorage|navigator)\.|\bglobalThis\b|\b(window|document)\.(location|history|addEventListener|querySelector|getElementById|cookie|title|body|open)\b/;
const ADDRESS = /['"`]#\/|\blocation\.(hash|href)\s*=[^=]|\blocation\.(assign|replace)\(/;

describe('machines/domain is pure: the server asks it in a transaction, the browser in a click', () => {
  const domain = () => sources(['machines/domain']);

  it('invokes nothing and waits for nothing', () => {
    const broken = linesWith(
      domain(),
      /\b(invoke|after)\s*:\s*[[{]|\bfrom(Promise|Callback|Observable|EventObservable)\b|\b(setTimeout|setInterval|queueMicrotask)\b|\basync\b|\bawait\b/,
    );
    expect(broken, 'a transition is decided at once or not at all').toEqual([]);
  });

  it('knows no clock and no chance', () => {
    const broken = linesWith(
      domain(),
      /\bDate\.now\b|\bnew Date\(\s*\)|\bperformance\.|\bMath\.random\b|\bcrypto\b/,
    );
    expect(broken, '"today" is an argument: the clock of the server decides it').toEqual([]);
  });

  it('reads and writes nothing outside', () => {
    const broken = linesWith(domain(), /\bfetch\(|\bXMLHttpRequest\b|\b(process|console)\./);
    expect(broken, 'it runs on both sides, and on neither alone').toEqual([]);
  });
});

describe('machines know no screen', () => {
  it('machines/ writes no URL and touches no page', () => {
    const machines = sources(['machines']);
    const broken = [...linesWith(machines, PAGE), ...linesWith(machines, ADDRESS)];
    expect(broken, 'a flow says where a person is; src/app/screens says at which address').toEqual(
      [],
    );
  });
});

describe('flows name what they take', () => {
  it('no guard or action of machines/flows asks which event it was given', () => {
    const broken = linesWith(sources(['machines/flows']), /\bevent\.type\b/);
    expect(broken, 'the transition hands over what it carries: `takes` of steps.ts').toEqual([]);
  });
});

describe('src/app/screens is the only place that writes a URL of the page', () => {
  it('no other file of src/ contains an address', () => {
    const elsewhere = sources(['src']).filter(
      (source) => !source.path.startsWith('src/app/screens/'),
    );
    const broken = linesWith(elsewhere, ADDRESS);
    expect(broken, 'an address that changes is changed once').toEqual([]);
  });
});

/** Views, not the hooks and actors beside them. */
const isView = ({ path }: SourceFile): boolean => path.endsWith('.tsx');

describe('views only show', () => {
  it('no file of src/features or src/ui fetches', () => {
    const broken = linesWith(
      sources(['src/features', 'src/ui']).filter(isView),
      /\bfetch\(|XMLHttpRequest/,
    );
    expect(broken, 'selectors in, JSX out, events up').toEqual([]);
  });

  it('no view looks into a snapshot', () => {
    const broken = sources(['src/features', 'src/ui', 'src/app'])
      .filter(isView)
      .flatMap(snapshotReads);
    expect(broken, 'a selector beside the machine does, and the view names it').toEqual([]);
  });

  it('a look into a snapshot is seen however it is written, and nothing else is taken for one', () => {
    const looks = [
      'const { facts } = snapshot.context;',
      'const { actor } = decision.getSnapshot()\n  .context;',
      'const [{ context }] = useActor(machine);',
      'useSelector(cockpit, ({ context: { stage } }) => stage);',
      "searched?.hasTag('open');",
      "state.matches('failed');",
      "state.matches({ open: 'failed' });",
      'state.matches(place);',
    ];
    const others = [
      "snapshot.can({ type: 'SEND' });",
      "window.matchMedia('print').matches;",
      "element.matches(':disabled');",
      "canvas.getContext('2d');",
      'createContext(null);',
      'interface Loaded { context: { page: number }; hasTag(tag: string): boolean }',
      "type Facts = Snapshot['context'];",
    ];
    const isSeen = (text: string) => snapshotReads({ path: 'sample.tsx', text }).length > 0;
    expect(looks.filter((text) => !isSeen(text))).toEqual([]);
    expect(others.filter(isSeen)).toEqual([]);
  });
});
