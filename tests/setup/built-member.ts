/** Provides the program of `tests/kit/members.ts`. */
import { memberFolder } from '../kit/members.ts';
import { buildApart } from './built-workers.ts';

export default (): Promise<void> => buildApart(memberFolder, { member: 'tests/kit/member.ts' });
