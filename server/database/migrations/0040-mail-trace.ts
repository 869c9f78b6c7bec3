/** The trace of the request that caused a mail, as `traceparent` has it; null: nobody recorded one. */
export const mailTrace = (): string[] => ['alter table correo add column traza text'];
