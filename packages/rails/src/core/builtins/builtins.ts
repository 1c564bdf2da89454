import { WorkflowSource } from '../authoring/workflow-source.ts';
import { bundledRoutines } from './bundled.ts';
import { type ContractEntry, contractEntries } from './contracts.ts';
import { type FeatureEntry, featureEntries } from './features.ts';
import { type RefEntry, refEntries } from './refs.ts';
import { capabilityProbe, routineTemplate, type TemplateEntry } from './templates.ts';

/** Everything a workflow may name. Closed: a workflow refers to these and supplies none. */
export type Builtins = {
  readonly refs: ReadonlyMap<string, RefEntry>;
  readonly contracts: ReadonlyMap<string, ContractEntry>;
  readonly features: ReadonlyMap<string, FeatureEntry>;
  readonly templates: ReadonlyMap<string, TemplateEntry>;
};

export const createBuiltins = (routines: readonly WorkflowSource[]): Builtins => ({
  refs: new Map(refEntries.map((entry) => [entry.refId, entry])),
  contracts: new Map(contractEntries.map((entry) => [entry.pack.contractRef, entry])),
  features: new Map(featureEntries.map((entry) => [entry.id, entry])),
  templates: new Map(
    [capabilityProbe, ...routines.map((routine) => routineTemplate(routineName(routine.id), routine))].map((entry) => [
      entry.templateId,
      entry,
    ]),
  ),
});

/** Routines of a project or a person, callable by the workflows beside them: `project.templates.routine.<name>`. */
export const withRoutines = (builtins: Builtins, routines: readonly WorkflowSource[]): Builtins =>
  routines.length === 0
    ? builtins
    : {
        ...builtins,
        templates: new Map([
          ...routines.map((routine) => {
            const dot = routine.id.indexOf('.');
            const namespace = dot < 0 ? 'project' : routine.id.slice(0, dot);
            const entry = routineTemplate(routineName(routine.id), routine, namespace);
            return [entry.templateId, entry] as const;
          }),
          ...builtins.templates,
        ]),
      };

/** Files taken over from WorkRail call a routine `routine-x` and its template `x`. */
const routineName = (workflowId: string): string =>
  workflowId.slice(workflowId.indexOf('.') + 1).replace(/^routine-(?=.)/, '');

export const builtins: Builtins = createBuiltins(bundledRoutines.map(({ source }) => WorkflowSource.parse(source)));
