/** A plausible mistake, and the test that must detect it. */
export interface PlantedFault {
  /** The consequence. */
  readonly what: string;
  readonly file: string;
  /** Occurs once in the file. */
  readonly from: string;
  readonly to: string;
  readonly foundBy: 'broken-calls' | 'broken-steps' | 'chaos';
}

export const PLANTED_FAULTS: readonly PlantedFault[] = [
  {
    what: 'an attempt is recorded as delivered before it is sent',
    file: 'webhooks/attempt.ts',
    from: '      const result = await unlessMoved(attempt, begun.url, await post(attempt, begun, composing.value));\n      return await finish(attempt, begun.url, entryOf(attempt, startedAt, result, begun.repeated));',
    to: '      const done: SendResult = { failure: null, status: 204, location: null, durationMs: 1 };\n      const made = await finish(attempt, begun.url, entryOf(attempt, startedAt, done, begun.repeated));\n      await post(attempt, begun, composing.value);\n      return made;',
    foundBy: 'chaos',
  },
  {
    what: 'a word that a note no longer has stays in the index',
    file: 'notes/store/lua/change-note.lua',
    from: 'index.remove(split(ARG.removedTerms), split(ARG.removedWords), note)',
    to: 'local words = split(ARG.removedWords)\ntable.remove(words)\nindex.remove(split(ARG.removedTerms), words, note)',
    foundBy: 'chaos',
  },
  {
    what: 'a speech process that died is not started again',
    file: 'speech/process/speech-process.ts',
    from: '    restart = startAfter(pauseMs);',
    to: '    restart = new Promise(() => {});',
    foundBy: 'chaos',
  },
  {
    what: 'the end of a note is told under another id each time',
    file: 'activities/note.ts',
    from: 'messageId: noteMessageId(noteId, run, round) });',
    to: 'messageId: noteMessageId(noteId, run, Math.floor(Math.random() * 1e6)) });',
    foundBy: 'broken-steps',
  },
  {
    what: 'nobody makes good what a crash left of an upload',
    file: 'notes/reconciler.ts',
    from: 'const settled = await lifecycle.reconcile();',
    to: 'const settled = 0;',
    foundBy: 'chaos',
  },
  {
    what: 'an attempt that a crash of ours broke off counts against the endpoint',
    file: 'webhooks/attempt.ts',
    from: 'if (begun.repeated && attempt.generation === null) {',
    to: 'if (begun.repeated) {',
    foundBy: 'chaos',
  },
  {
    what: 'an Idempotency-Key is forgotten',
    file: 'webhooks/store/messages.ts',
    from: 'return earlier === null ? send : (JSON.parse(earlier) as typeof send);',
    to: 'return send;',
    foundBy: 'chaos',
  },
  {
    what: 'an event reaches only one of several endpoints at times',
    file: 'webhooks/emit-note-event.ts',
    from: 'workflows.startEvent({ ...event, targets })',
    to: 'workflows.startEvent({ ...event, targets: Math.random() < 0.15 ? targets.slice(0, 1) : targets })',
    foundBy: 'chaos',
  },
  {
    what: 'an event is given up after its second attempt, and its log says that it waits',
    file: 'workflows/webhook-event.ts',
    from: "    if (waitMs === null) return 'attempts_exhausted';",
    to: "    if (waitMs === null || attempt > 2) return 'attempts_exhausted';",
    foundBy: 'chaos',
  },
  {
    what: 'a sign-in link is spent before its session has begun',
    file: 'api/app/sign-in.ts',
    from: '        const { userId } = await users.ensure({ email });',
    to: '        await links.use(query.token);\n        const { userId } = await users.ensure({ email });',
    foundBy: 'broken-calls',
  },
  {
    what: 'feedback that is kept loses its audio when only the answer of Redis was lost',
    file: 'api/enterprise/feedback.ts',
    from: 'if (!(await deps.dictation.feedback.get(orgId, feedbackId))) await',
    to: 'await',
    foundBy: 'broken-calls',
  },
  {
    what: 'the recording of a deleted note stays',
    file: 'notes/lifecycle.ts',
    from: '    await recordings.delete(noteRecordingObject(userId, noteId));\n    await unsettled.settle',
    to: '    await unsettled.settle',
    foundBy: 'broken-calls',
  },
  {
    what: 'what Redis cannot do while its connection is broken is our fault, a 500',
    file: 'platform/redis/connection.ts',
    from: "  if (error.name === 'MaxRetriesPerRequestError' || error.name === 'ClusterAllFailedError') return true;\n",
    to: '',
    foundBy: 'broken-calls',
  },
  {
    what: 'a send by hand is answered before Temporal has it',
    file: 'webhooks/workflow-client.ts',
    from: "      startOnce(() => client.workflow.start('manualSend', { taskQueue, ...manualSendOptions(send) })),",
    to: "      void startOnce(() => client.workflow.start('manualSend', { taskQueue, ...manualSendOptions(send) })).catch(() => {}) as never,",
    foundBy: 'broken-calls',
  },
];
