import { expect, test } from 'bun:test';
import { Client } from '@temporalio/client';
import { NativeConnection } from '@temporalio/worker';
import { noteMessageId, noteWorkflowId } from '../../contracts/workflow-ids.ts';
import { eventually } from '../support/eventually.ts';
import { noteHistory } from '../support/note-history.ts';
import { addEndpoint, startNoteScenarios, toldTo } from '../support/note-scenarios.ts';
import { startTcpProxy } from '../support/proxy.ts';
import { openTemporal } from '../support/temporal.ts';

test('work of a task that Temporal abandoned is repeated without effect', async () => {
  const server = await openTemporal();
  const proxy = await startTcpProxy(Number(server.address.split(':')[1]));
  const connection = await NativeConnection.connect({ address: proxy.address });
  const stop = async () => {
    await connection.close();
    await proxy.stop();
  };
  const scenarios = await startNoteScenarios({ temporal: { ...server, connection, stop } });
  const { service } = scenarios;
  const { user, noteId, answer } = await scenarios.startDescribed();
  const endpointId = await addEndpoint(service, user.userId);
  const told = () => toldTo(service, user.userId, endpointId);

  proxy.partition();
  answer();
  await eventually('the run has done all it does', async () => Object.keys(await told()).length > 0);
  const client = new Client({ connection: server.connection, namespace: server.namespace });
  const run = client.workflow.getHandle(noteWorkflowId(noteId, 1));
  await eventually(
    'Temporal gives the task up',
    async () => (await run.fetchHistory()).events?.some((event) => event.workflowTaskTimedOutEventAttributes),
    { timeoutMs: 30_000 },
  );
  const before = (await user.call('GET', `/notes/${noteId}`)).body;
  proxy.heal();
  expect(await run.result()).toEqual({ outcome: 'completed' });

  expect(scenarios.llm.requests).toHaveLength(2);
  expect((await noteHistory(client, noteId)).serverSteps).toEqual(['transcribeNote']);
  expect(await told()).toEqual({ [noteMessageId(noteId, 1)]: 'note.processed' });
  const { updated_at: _, ...after } = (await user.call('GET', `/notes/${noteId}`)).body;
  expect(before).toMatchObject(after);
  await scenarios.stop();
  await server.stop();
}, 120_000);
