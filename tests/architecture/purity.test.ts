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

/** Browser globals. A bare `window.` may be a date range. */
const PAGE =
  /\b(localStorage|sessionStorage|navigator)\.|\bglobalThis\b|\b(window|document)\.(location|history|addEventListener|querySelector|getElementById|cookie|title|body|open)\b/;
const ADDRESS = /['"`]#\/|\blocation\.(hash|href)\s*=[^=]|\blocation\.(assign|replace)\(/;

describe('machines/domain is pure', () => {
  const domain = () => sources(['machines/domain']);

  it('has no actors, delays or promises', () => {
    const broken = linesWith(
      domain(),
      /\b(invoke|after)\s*:\s*[[{]|\bfrom(Promise|Callback|Observable|EventObservable)\b|\b(setTimeout|setInterval|queueMicrotask)\b|\basync\b|\bawait\b/,
    );
    expect(broken, 'a transition is decided at once or not at all').toEqual([]);
  });

  it('reads no clock and no random source', () => {
    const broken = linesWith(
      domain(),
      /\bDate\.now\b|\bnew Date\(\s*\)|\bperformance\.|\bMath\.random\b|\bcrypto\b/,
    );
    expect(broken, '"today" is an argument: the clock of the server decides it').toEqual([]);
  });

  it('performs no I/O', () => {
    const broken = linesWith(domain(), /\bfetch\(|\bXMLHttpRequest\b|\b(process|console)\./);
    expect(broken, 'it runs on both sides, and on neither alone').toEqual([]);
  });
});

describe('machines are independent of the page', () => {
  it('machines/ contains no URLs and uses no browser globals', () => {
    const machines = sources(['machines']);
    const broken = [...linesWith(machines, PAGE), ...linesWith(machines, ADDRESS)];
    expect(
      broken,
      'a flow says where a person is; src/shell/screens says at which address',
    ).toEqual([]);
  });
});

describe('events in flows', () => {
  it('no code of machines/flows reads `event.type`', () => {
    const broken = linesWith(sources(['machines/flows']), /\bevent\.type\b/);
    expect(broken, 'the transition hands over what it carries: `takes` of steps.ts').toEqual([]);
  });
});

describe('URLs of the page', () => {
  it('are written only in src/shell/screens', () => {
    const elsewhere = sources(['src']).filter(
      (source) => !source.path.startsWith('src/shell/screens/'),
    );
    const broken = linesWith(elsewhere, ADDRESS);
    expect(broken, 'an address that changes is changed once').toEqual([]);
  });
});

/** Views, not the hooks and actors beside them. */
const isView = ({ path }: SourceFile): boolean => path.endsWith('.tsx');

describe('views only render', () => {
  it('no view of src/features or src/ui sends requests', () => {
    const broken = linesWith(
      sources(['src/features', 'src/ui']).filter(isView),
      /\bfetch\(|XMLHttpRequest/,
    );
    expect(broken, 'selectors in, JSX out, events up').toEqual([]);
  });

  it('no view reads a snapshot directly', () => {
    const broken = sources(['src/features', 'src/ui', 'src/shell', 'src/app'])
      .filter(isView)
      .flatMap(snapshotReads);
    expect(broken, 'a selector beside the machine does, and the view names it').toEqual([]);
  });

  it('snapshot reads are detected in all their forms, without false positives', () => {
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
