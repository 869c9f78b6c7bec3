import { type Change, changeLine } from '#machines/flows/steps/changes.ts';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';

interface ChangeNoticeProps {
  title: string;
  /** Nothing is shown when there are none. */
  changes: readonly Change[];
  /** 'por Ana, 10:32', or empty. */
  author: string;
}

/** Warns that somebody else changed what is on the screen, and lists each old and new value. */
export function ChangeNotice({ title, changes, author }: ChangeNoticeProps) {
  if (changes.length === 0) return null;
  return (
    <InlineAlert tone="warning" title={title} reasons={changes.map(changeLine)}>
      {author === '' ? null : `Última modificación ${author}.`}
    </InlineAlert>
  );
}
