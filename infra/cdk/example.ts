// Deployments: PLATEN_PACKAGE=../../target/package npx cdk deploy platen --app 'node example.js'
import { App, Stack } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as kms from 'aws-cdk-lib/aws-kms';
import { PlatenNestedStack, PlatenStack } from './platen';

const app = new App();
const folder = process.env.PLATEN_PACKAGE ?? '../../target/package';

new PlatenStack(app, 'platen', {
  package: folder,
  names: 'platen',
  parameters: { LogRetentionDays: '90' },
  tags: { service: 'platen' },
});

// With a key that the CDK makes. Logs are encrypted by CloudWatch itself, which the key must allow.
const documents = new Stack(app, 'documents');
const key = new kms.Key(documents, 'Key', { enableKeyRotation: true });
key.grantEncryptDecrypt(new iam.ServicePrincipal(`logs.${documents.region}.amazonaws.com`));
new PlatenNestedStack(documents, 'Platen', { package: folder, names: 'documents', parameters: { KmsKeyArn: key.keyArn } });
