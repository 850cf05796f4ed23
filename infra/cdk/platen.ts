import * as fs from 'node:fs';
import * as path from 'node:path';
import { CfnOutput, CfnParameter, NestedStack, Stack, Token } from 'aws-cdk-lib';
import { CfnInclude } from 'aws-cdk-lib/cloudformation-include';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import * as assets from 'aws-cdk-lib/aws-s3-assets';
import { Construct } from 'constructs';

/** What a deployment of Platen is made from. */
export interface PlatenProps {
  /** The folder that `make package` filled. */
  readonly package: string;
  /** What the names of the buckets begin with: 1 to 23 lower-case letters, digits and hyphens, a letter first. */
  readonly names: string;
  /**
   * Other parameters of infra/template.yaml, such as `{ LogRetentionDays: '90' }`. Lists are separated by commas. What the CDK makes,
   * such as `{ KmsKeyArn: key.keyArn }`, is known when it is deployed and no sooner: that takes a nested stack, `PlatenNestedStack`.
   */
  readonly parameters?: { readonly [name: string]: string };
}

/**
 * A deployment of Platen, in the stack that it is made in; one a stack. Its code goes with the CDK's own assets.
 *
 * Resources have the names of infra/template.yaml: `platen.template.getResource('RenderQueue')`.
 */
export class Platen extends Construct {
  /** The template, with its resources. */
  public readonly template: CfnInclude;

  constructor(scope: Construct, id: string, props: PlatenProps) {
    super(scope, id);
    const templateFile = path.join(props.package, 'platen.template.json');
    if (!fs.existsSync(templateFile)) {
      throw new Error(`${templateFile} not found; run \`make package\`, and name its folder as \`package\``);
    }
    const resources: Record<string, { Properties?: { Code?: { S3Key?: { 'Fn::Sub': string } } } }> =
      JSON.parse(fs.readFileSync(templateFile, 'utf8')).Resources;
    this.template = new CfnInclude(this, 'Template', {
      templateFile,
      preserveLogicalIds: true,
      // The code's place is each asset's own.
      parameters: { CodeBucket: '', CodePrefix: '' },
    });
    for (const [name, value] of Object.entries({ Names: props.names, ...props.parameters })) {
      this.give(this.parameter(name, props.package), name, value);
    }
    for (const [name, resource] of Object.entries(resources)) {
      const key = resource.Properties?.Code?.S3Key?.['Fn::Sub'];
      if (key === undefined) continue;
      const file = path.join(props.package, key.replace('${CodePrefix}', ''));
      const asset = new assets.Asset(this, `${name}Code`, { path: file });
      const code = { s3Bucket: asset.s3BucketName, s3Key: asset.s3ObjectKey };
      (this.template.getResource(name) as lambda.CfnFunction).code = code;
    }
  }

  /** An output of the template, such as `ApiUrl`. */
  public output(name: string): CfnOutput {
    return this.template.getOutput(name);
  }

  private give(parameter: CfnParameter, name: string, value: string): void {
    const stack = Stack.of(this);
    if (stack instanceof NestedStack) {
      stack.setParameter(name, value);
    } else if (Token.isUnresolved(value)) {
      throw new Error(`${name} is made by the CDK and has no value yet; a stack's parameters take text alone. Use PlatenNestedStack`);
    } else {
      parameter.default = value;
    }
  }

  private parameter(name: string, folder: string): CfnParameter {
    try {
      return this.template.getParameter(name);
    } catch {
      throw new Error(`${name} is not a parameter of the template in ${folder}; infra/template.yaml lists them`);
    }
  }
}

/** The stack of a construct that is a deployment alone. */
export class PlatenStack extends Stack {
  public readonly platen: Platen;

  constructor(scope: Construct, id: string, props: PlatenProps & { readonly tags?: { [key: string]: string } }) {
    super(scope, id, { tags: props.tags });
    this.platen = new Platen(this, 'Platen', props);
  }
}

/** The same inside of another stack, whose resources may be its parameters: a key, subnets, a topic, a certificate. */
export class PlatenNestedStack extends NestedStack {
  public readonly platen: Platen;

  constructor(scope: Construct, id: string, props: PlatenProps) {
    super(scope, id);
    this.platen = new Platen(this, 'Platen', props);
  }
}
