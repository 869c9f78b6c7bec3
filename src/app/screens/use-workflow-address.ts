import { useNavigate, useSearchParams } from 'react-router-dom';
import { serverToday } from '../../wire/server-clock.ts';
import { readWorkflowAddress, type WorkflowAddress, workflowPath } from './workflow-address.ts';

export interface WorkflowPlace {
  address: WorkflowAddress;
  /** The address of the same place with something else in it. */
  pathWith: (changes: Partial<WorkflowAddress>) => string;
  goWith: (changes: Partial<WorkflowAddress>) => void;
}

/** Place in the workflow: the address names it, and nothing else keeps it. */
export function useWorkflowAddress(): WorkflowPlace {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const today = serverToday();
  const address = readWorkflowAddress(query, today);
  const pathWith = (changes: Partial<WorkflowAddress>) =>
    workflowPath({ ...address, ...changes }, today);
  return { address, pathWith, goWith: (changes) => void navigate(pathWith(changes)) };
}
