// What n8n asks people for, and where it sends that. Generated from the OpenAPI document by `make openapi`.

import type { INodeProperties } from 'n8n-workflow';

import { sendFile } from './sendFile';

export const properties: INodeProperties[] = [
	{
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Administration',
				value: 'Administration',
			},
			{
				name: 'Bulk Job',
				value: 'Bulk jobs',
			},
			{
				name: 'Document',
				value: 'Documents',
			},
			{
				name: 'Template',
				value: 'Templates',
			},
		],
		default: 'Documents',
	},
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: {
			show: {
				resource: [
					'Administration',
				],
			},
		},
		options: [
			{
				name: 'Check a Template',
				value: 'checkTemplate',
				action: 'Check a template',
				description: 'The fields that a file needs, or all its errors',
				routing: {
					request: {
						method: 'POST',
						url: '=/api/templates/check',
						headers: {
							'content-type': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
						},
					},
					output: {},
				},
			},
			{
				name: 'Compare Versions',
				value: 'getTemplateChanges',
				action: 'Compare versions',
				description: 'The fields that a version has and an earlier one does not, those that are gone, and those that changed their type or became required or optional',
				routing: {
					request: {
						method: 'GET',
						url: '=/api/templates/{{encodeURIComponent($parameter["templateId"])}}/changes',
					},
					output: {},
				},
			},
			{
				name: 'Convert a Template of Another Product',
				value: 'migrateTemplate',
				action: 'Convert a template of another product',
				description: 'Rewrites the marks of other products (Carbone, Docmosis, Handlebars and others) as tags, and says what became of each',
				routing: {
					request: {
						method: 'POST',
						url: '=/api/templates/migrate',
						headers: {
							'content-type': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
						},
					},
					output: {},
				},
			},
			{
				name: 'Disable a Template',
				value: 'disableTemplate',
				action: 'Disable a template',
				description: 'Hides a template from generation until it is enabled again',
				routing: {
					request: {
						method: 'POST',
						url: '=/api/templates/{{encodeURIComponent($parameter["templateId"])}}/disable',
					},
					output: {},
				},
			},
			{
				name: 'Download a Template',
				value: 'getTemplateFile',
				action: 'Download a template',
				description: 'The registered file, of the current version or of the requested one',
				routing: {
					request: {
						method: 'GET',
						url: '=/api/templates/{{encodeURIComponent($parameter["templateId"])}}/file',
						encoding: 'arraybuffer',
					},
					output: {
						postReceive: [
							{
								type: 'binaryData',
								properties: {
									destinationProperty: 'data',
								},
							},
						],
					},
				},
			},
			{
				name: 'Enable a Template',
				value: 'enableTemplate',
				action: 'Enable a template',
				description: 'Makes a disabled template available for generation again',
				routing: {
					request: {
						method: 'POST',
						url: '=/api/templates/{{encodeURIComponent($parameter["templateId"])}}/enable',
					},
					output: {},
				},
			},
			{
				name: 'List All Templates',
				value: 'listTemplates',
				action: 'List all templates',
				description: 'All templates sorted by name, including drafts, disabled ones and rejected ones with their errors',
				routing: {
					request: {
						method: 'GET',
						url: '=/api/templates',
					},
					output: {},
				},
			},
			{
				name: 'Publish a Version',
				value: 'publishTemplate',
				action: 'Publish a version',
				description: 'Makes a version the current one: the draft, or with version any version without errors, also one that was current before',
				routing: {
					request: {
						method: 'POST',
						url: '=/api/templates/{{encodeURIComponent($parameter["templateId"])}}/publish',
					},
					output: {},
				},
			},
			{
				name: 'Read a Template',
				value: 'getTemplate',
				action: 'Read a template',
				description: 'A template with up to a hundred of its versions, newest first, who added each and the remarks on it',
				routing: {
					request: {
						method: 'GET',
						url: '=/api/templates/{{encodeURIComponent($parameter["templateId"])}}',
					},
					output: {},
				},
			},
			{
				name: 'Register a New Version',
				value: 'replaceTemplate',
				action: 'Register a new version',
				description: 'Adds a file as the next version of a template, whatever its name',
				routing: {
					request: {
						method: 'PUT',
						url: '=/api/templates/{{encodeURIComponent($parameter["templateId"])}}',
						headers: {
							'content-type': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
						},
					},
					output: {},
				},
			},
			{
				name: 'Register a Template',
				value: 'registerTemplate',
				action: 'Register a template',
				description: 'Registers a file as a template',
				routing: {
					request: {
						method: 'POST',
						url: '=/api/templates',
						headers: {
							'content-type': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
						},
					},
					output: {},
				},
			},
			{
				name: 'Remove a Template',
				value: 'deleteTemplate',
				action: 'Remove a template',
				description: 'Deletes a template with all its versions',
				routing: {
					request: {
						method: 'DELETE',
						url: '=/api/templates/{{encodeURIComponent($parameter["templateId"])}}',
					},
					output: {},
				},
			},
			{
				name: 'Rename or Label a Template',
				value: 'describeTemplate',
				action: 'Rename or label a template',
				description: 'Changes the name, the description or the labels of a template without a new version',
				routing: {
					request: {
						method: 'PATCH',
						url: '=/api/templates/{{encodeURIComponent($parameter["templateId"])}}',
					},
					output: {},
				},
			},
			{
				name: 'Show the Errors of a Template',
				value: 'markTemplate',
				action: 'Show the errors of a template',
				description: 'Pictures of the first pages on which a file has errors, and where they are',
				routing: {
					request: {
						method: 'POST',
						url: '=/api/templates/mark',
						headers: {
							'content-type': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
						},
					},
					output: {},
				},
			},
			{
				name: 'Start a Template From Data',
				value: 'makeStarter',
				action: 'Start a template from data',
				description: 'A Word document with a tag for each field of data, to be laid out in Word and registered',
				routing: {
					request: {
						method: 'POST',
						url: '=/api/templates/starter',
						encoding: 'arraybuffer',
					},
					output: {
						postReceive: [
							{
								type: 'binaryData',
								properties: {
									destinationProperty: 'data',
								},
							},
						],
					},
				},
			},
		],
		default: 'checkTemplate',
	},
	{
		displayName: 'Input Binary Field',
		name: 'binaryProperty',
		type: 'string',
		default: 'data',
		description: 'The field of the item that holds the file',
		routing: {
			send: {
				preSend: [
					sendFile,
				],
			},
		},
		required: true,
		displayOptions: {
			show: {
				resource: [
					'Administration',
				],
				operation: [
					'checkTemplate',
				],
			},
		},
	},
	{
		displayName: 'Template Name or ID',
		name: 'templateId',
		type: 'options',
		typeOptions: {
			loadOptionsMethod: 'getTemplates',
		},
		default: '',
		description: 'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
		required: true,
		displayOptions: {
			show: {
				resource: [
					'Administration',
				],
				operation: [
					'getTemplateChanges',
				],
			},
		},
	},
	{
		displayName: 'Version',
		name: 'version',
		type: 'number',
		default: 1,
		description: 'One of the template\'s versions',
		routing: {
			send: {
				type: 'query',
				property: 'version',
			},
		},
		required: true,
		displayOptions: {
			show: {
				resource: [
					'Administration',
				],
				operation: [
					'getTemplateChanges',
				],
			},
		},
	},
	{
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		displayOptions: {
			show: {
				resource: [
					'Administration',
				],
				operation: [
					'getTemplateChanges',
				],
			},
		},
		options: [
			{
				displayName: 'Since',
				name: 'since',
				type: 'number',
				default: 1,
				description: 'The version to compare with; without it, the version before that has no errors',
				routing: {
					send: {
						type: 'query',
						property: 'since',
					},
				},
			},
		],
	},
	{
		displayName: 'Input Binary Field',
		name: 'binaryProperty',
		type: 'string',
		default: 'data',
		description: 'The field of the item that holds the file',
		routing: {
			send: {
				preSend: [
					sendFile,
				],
			},
		},
		required: true,
		displayOptions: {
			show: {
				resource: [
					'Administration',
				],
				operation: [
					'migrateTemplate',
				],
			},
		},
	},
	{
		displayName: 'Template Name or ID',
		name: 'templateId',
		type: 'options',
		typeOptions: {
			loadOptionsMethod: 'getTemplates',
		},
		default: '',
		description: 'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
		required: true,
		displayOptions: {
			show: {
				resource: [
					'Administration',
				],
				operation: [
					'disableTemplate',
				],
			},
		},
	},
	{
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		displayOptions: {
			show: {
				resource: [
					'Administration',
				],
				operation: [
					'disableTemplate',
				],
			},
		},
		options: [
			{
				displayName: 'If Match',
				name: 'IfMatch',
				type: 'string',
				default: '',
				description: 'The ETag of the template as it was read',
				routing: {
					request: {
						headers: {
							'If-Match': '={{$value}}',
						},
					},
				},
			},
		],
	},
	{
		displayName: 'Template Name or ID',
		name: 'templateId',
		type: 'options',
		typeOptions: {
			loadOptionsMethod: 'getTemplates',
		},
		default: '',
		description: 'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
		required: true,
		displayOptions: {
			show: {
				resource: [
					'Administration',
				],
				operation: [
					'getTemplateFile',
				],
			},
		},
	},
	{
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		displayOptions: {
			show: {
				resource: [
					'Administration',
				],
				operation: [
					'getTemplateFile',
				],
			},
		},
		options: [
			{
				displayName: 'Version',
				name: 'version',
				type: 'number',
				default: 1,
				description: 'One of the template\'s versions; without it, the current one',
				routing: {
					send: {
						type: 'query',
						property: 'version',
					},
				},
			},
		],
	},
	{
		displayName: 'Template Name or ID',
		name: 'templateId',
		type: 'options',
		typeOptions: {
			loadOptionsMethod: 'getTemplates',
		},
		default: '',
		description: 'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
		required: true,
		displayOptions: {
			show: {
				resource: [
					'Administration',
				],
				operation: [
					'enableTemplate',
				],
			},
		},
	},
	{
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		displayOptions: {
			show: {
				resource: [
					'Administration',
				],
				operation: [
					'enableTemplate',
				],
			},
		},
		options: [
			{
				displayName: 'If Match',
				name: 'IfMatch',
				type: 'string',
				default: '',
				description: 'The ETag of the template as it was read',
				routing: {
					request: {
						headers: {
							'If-Match': '={{$value}}',
						},
					},
				},
			},
		],
	},
	{
		displayName: 'Page Number',
		name: 'pageNumber',
		type: 'number',
		default: 1,
		description: 'The page; 1 is the first',
		routing: {
			send: {
				type: 'query',
				property: 'pageNumber',
			},
		},
		required: true,
		displayOptions: {
			show: {
				resource: [
					'Administration',
				],
				operation: [
					'listTemplates',
				],
			},
		},
	},
	{
		displayName: 'Page Size',
		name: 'pageSize',
		type: 'number',
		default: 20,
		description: 'Entries per page',
		routing: {
			send: {
				type: 'query',
				property: 'pageSize',
			},
		},
		required: true,
		displayOptions: {
			show: {
				resource: [
					'Administration',
				],
				operation: [
					'listTemplates',
				],
			},
		},
	},
	{
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		displayOptions: {
			show: {
				resource: [
					'Administration',
				],
				operation: [
					'listTemplates',
				],
			},
		},
		options: [
			{
				displayName: 'Label',
				name: 'label',
				type: 'string',
				default: '',
				description: 'Only templates with this label, ignoring case',
				routing: {
					send: {
						type: 'query',
						property: 'label',
					},
				},
			},
			{
				displayName: 'Name',
				name: 'name',
				type: 'string',
				default: '',
				description: 'Only templates with exactly this name',
				routing: {
					send: {
						type: 'query',
						property: 'name',
					},
				},
			},
			{
				displayName: 'Search',
				name: 'search',
				type: 'string',
				default: '',
				description: 'Only templates whose name or file name contains this text; case is ignored',
				routing: {
					send: {
						type: 'query',
						property: 'search',
					},
				},
			},
		],
	},
	{
		displayName: 'Template Name or ID',
		name: 'templateId',
		type: 'options',
		typeOptions: {
			loadOptionsMethod: 'getTemplates',
		},
		default: '',
		description: 'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
		required: true,
		displayOptions: {
			show: {
				resource: [
					'Administration',
				],
				operation: [
					'publishTemplate',
				],
			},
		},
	},
	{
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		displayOptions: {
			show: {
				resource: [
					'Administration',
				],
				operation: [
					'publishTemplate',
				],
			},
		},
		options: [
			{
				displayName: 'If Match',
				name: 'IfMatch',
				type: 'string',
				default: '',
				description: 'The ETag of the template as it was read',
				routing: {
					request: {
						headers: {
							'If-Match': '={{$value}}',
						},
					},
				},
			},
			{
				displayName: 'Version',
				name: 'version',
				type: 'number',
				default: 1,
				description: 'The version to publish; without it, the draft',
				routing: {
					send: {
						type: 'query',
						property: 'version',
					},
				},
			},
		],
	},
	{
		displayName: 'Template Name or ID',
		name: 'templateId',
		type: 'options',
		typeOptions: {
			loadOptionsMethod: 'getTemplates',
		},
		default: '',
		description: 'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
		required: true,
		displayOptions: {
			show: {
				resource: [
					'Administration',
				],
				operation: [
					'getTemplate',
				],
			},
		},
	},
	{
		displayName: 'Template Name or ID',
		name: 'templateId',
		type: 'options',
		typeOptions: {
			loadOptionsMethod: 'getTemplates',
		},
		default: '',
		description: 'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
		required: true,
		displayOptions: {
			show: {
				resource: [
					'Administration',
				],
				operation: [
					'replaceTemplate',
				],
			},
		},
	},
	{
		displayName: 'Input Binary Field',
		name: 'binaryProperty',
		type: 'string',
		default: 'data',
		description: 'The field of the item that holds the file',
		routing: {
			send: {
				preSend: [
					sendFile,
				],
			},
		},
		required: true,
		displayOptions: {
			show: {
				resource: [
					'Administration',
				],
				operation: [
					'replaceTemplate',
				],
			},
		},
	},
	{
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		displayOptions: {
			show: {
				resource: [
					'Administration',
				],
				operation: [
					'replaceTemplate',
				],
			},
		},
		options: [
			{
				displayName: 'Description',
				name: 'description',
				type: 'string',
				default: '',
				description: 'What the template is for',
				routing: {
					send: {
						type: 'query',
						property: 'description',
					},
				},
			},
			{
				displayName: 'Draft',
				name: 'draft',
				type: 'boolean',
				default: false,
				description: 'Whether to set this. true registers a draft: the current version stays current until the draft is published.',
				routing: {
					send: {
						type: 'query',
						property: 'draft',
					},
				},
			},
			{
				displayName: 'File Name',
				name: 'fileName',
				type: 'string',
				default: '',
				description: 'The file\'s name, or its path such as letters/welcome.docx',
				routing: {
					send: {
						type: 'query',
						property: 'fileName',
					},
				},
			},
			{
				displayName: 'If Match',
				name: 'IfMatch',
				type: 'string',
				default: '',
				description: 'The ETag of the template as it was read',
				routing: {
					request: {
						headers: {
							'If-Match': '={{$value}}',
						},
					},
				},
			},
			{
				displayName: 'Name',
				name: 'name',
				type: 'string',
				default: '',
				description: 'The template\'s display name',
				routing: {
					send: {
						type: 'query',
						property: 'name',
					},
				},
			},
		],
	},
	{
		displayName: 'Input Binary Field',
		name: 'binaryProperty',
		type: 'string',
		default: 'data',
		description: 'The field of the item that holds the file',
		routing: {
			send: {
				preSend: [
					sendFile,
				],
			},
		},
		required: true,
		displayOptions: {
			show: {
				resource: [
					'Administration',
				],
				operation: [
					'registerTemplate',
				],
			},
		},
	},
	{
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		displayOptions: {
			show: {
				resource: [
					'Administration',
				],
				operation: [
					'registerTemplate',
				],
			},
		},
		options: [
			{
				displayName: 'Description',
				name: 'description',
				type: 'string',
				default: '',
				description: 'What the template is for',
				routing: {
					send: {
						type: 'query',
						property: 'description',
					},
				},
			},
			{
				displayName: 'Draft',
				name: 'draft',
				type: 'boolean',
				default: false,
				description: 'Whether to set this. true registers a draft: the current version stays current until the draft is published.',
				routing: {
					send: {
						type: 'query',
						property: 'draft',
					},
				},
			},
			{
				displayName: 'File Name',
				name: 'fileName',
				type: 'string',
				default: '',
				description: 'The file\'s name, or its path such as letters/welcome.docx',
				routing: {
					send: {
						type: 'query',
						property: 'fileName',
					},
				},
			},
			{
				displayName: 'If Match',
				name: 'IfMatch',
				type: 'string',
				default: '',
				description: 'The ETag of the template as it was read',
				routing: {
					request: {
						headers: {
							'If-Match': '={{$value}}',
						},
					},
				},
			},
			{
				displayName: 'Name',
				name: 'name',
				type: 'string',
				default: '',
				description: 'The template\'s display name',
				routing: {
					send: {
						type: 'query',
						property: 'name',
					},
				},
			},
		],
	},
	{
		displayName: 'Template Name or ID',
		name: 'templateId',
		type: 'options',
		typeOptions: {
			loadOptionsMethod: 'getTemplates',
		},
		default: '',
		description: 'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
		required: true,
		displayOptions: {
			show: {
				resource: [
					'Administration',
				],
				operation: [
					'deleteTemplate',
				],
			},
		},
	},
	{
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		displayOptions: {
			show: {
				resource: [
					'Administration',
				],
				operation: [
					'deleteTemplate',
				],
			},
		},
		options: [
			{
				displayName: 'If Match',
				name: 'IfMatch',
				type: 'string',
				default: '',
				description: 'The ETag of the template as it was read',
				routing: {
					request: {
						headers: {
							'If-Match': '={{$value}}',
						},
					},
				},
			},
		],
	},
	{
		displayName: 'Template Name or ID',
		name: 'templateId',
		type: 'options',
		typeOptions: {
			loadOptionsMethod: 'getTemplates',
		},
		default: '',
		description: 'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
		required: true,
		displayOptions: {
			show: {
				resource: [
					'Administration',
				],
				operation: [
					'describeTemplate',
				],
			},
		},
	},
	{
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		displayOptions: {
			show: {
				resource: [
					'Administration',
				],
				operation: [
					'describeTemplate',
				],
			},
		},
		options: [
			{
				displayName: 'Description',
				name: 'description',
				type: 'string',
				default: '',
				description: 'What the template is for; an empty text removes it',
				routing: {
					send: {
						type: 'body',
						property: 'description',
					},
				},
			},
			{
				displayName: 'If Match',
				name: 'IfMatch',
				type: 'string',
				default: '',
				description: 'The ETag of the template as it was read',
				routing: {
					request: {
						headers: {
							'If-Match': '={{$value}}',
						},
					},
				},
			},
			{
				displayName: 'Labels',
				name: 'labels',
				type: 'json',
				default: '[]',
				description: 'All labels of the template; an empty list removes them',
				routing: {
					send: {
						type: 'body',
						property: 'labels',
						value: '={{ typeof $value === "string" ? JSON.parse($value) : $value }}',
					},
				},
			},
			{
				displayName: 'Name',
				name: 'name',
				type: 'string',
				default: '',
				description: 'The template\'s display name',
				routing: {
					send: {
						type: 'body',
						property: 'name',
					},
				},
			},
		],
	},
	{
		displayName: 'Input Binary Field',
		name: 'binaryProperty',
		type: 'string',
		default: 'data',
		description: 'The field of the item that holds the file',
		routing: {
			send: {
				preSend: [
					sendFile,
				],
			},
		},
		required: true,
		displayOptions: {
			show: {
				resource: [
					'Administration',
				],
				operation: [
					'markTemplate',
				],
			},
		},
	},
	{
		displayName: 'Data',
		name: 'data',
		type: 'json',
		default: '{}',
		description: 'Data of the kind that the template is to be filled with',
		routing: {
			send: {
				type: 'body',
				property: 'data',
				value: '={{ typeof $value === "string" ? JSON.parse($value) : $value }}',
			},
		},
		required: true,
		displayOptions: {
			show: {
				resource: [
					'Administration',
				],
				operation: [
					'makeStarter',
				],
			},
		},
	},
	{
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		displayOptions: {
			show: {
				resource: [
					'Administration',
				],
				operation: [
					'makeStarter',
				],
			},
		},
		options: [
			{
				displayName: 'Name',
				name: 'name',
				type: 'string',
				default: '',
				description: 'Its title and the name of its file; Template without it',
				routing: {
					send: {
						type: 'body',
						property: 'name',
					},
				},
			},
		],
	},
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: {
			show: {
				resource: [
					'Bulk jobs',
				],
			},
		},
		options: [
			{
				name: 'Cancel a Job',
				value: 'cancelBulkGenerationJob',
				action: 'Cancel a job',
				description: 'Cancels a job that is still running; a finished job stays as it is',
				routing: {
					request: {
						method: 'POST',
						url: '=/api/bulkGenerationJobs/{{encodeURIComponent($parameter["jobId"])}}/cancel',
					},
					output: {},
				},
			},
			{
				name: 'Get a Ticket for an Upload',
				value: 'createBulkUpload',
				action: 'Get a ticket for an upload',
				description: 'A link to upload items with PUT when they are too many for one request: a JSON array of objects, JSON Lines, CSV, or an Excel workbook whose first row contains the column names; plain or gzip',
				routing: {
					request: {
						method: 'POST',
						url: '=/api/bulkUploads',
					},
					output: {},
				},
			},
			{
				name: 'List a Template\'s Jobs',
				value: 'listBulkGenerationJobs',
				action: 'List a template\'s jobs',
				description: 'The jobs of a template, newest first: all of them, or one page if pageNumber and pageSize are given',
				routing: {
					request: {
						method: 'GET',
						url: '=/api/bulkGenerationJobs/byTemplate/{{encodeURIComponent($parameter["templateId"])}}',
					},
					output: {},
				},
			},
			{
				name: 'List All Jobs',
				value: 'listAllBulkGenerationJobs',
				action: 'List all jobs',
				description: 'The subscription\'s jobs for all templates, newest first',
				routing: {
					request: {
						method: 'GET',
						url: '=/api/bulkGenerationJobs',
					},
					output: {},
				},
			},
			{
				name: 'Read a Job',
				value: 'getBulkGenerationJob',
				action: 'Read a job',
				description: 'The state of a job',
				routing: {
					request: {
						method: 'GET',
						url: '=/api/bulkGenerationJobs/{{encodeURIComponent($parameter["jobId"])}}',
					},
					output: {},
				},
			},
			{
				name: 'Start a Bulk Job',
				value: 'generateDocumentsBulk',
				action: 'Start a bulk job',
				description: 'One document per item, packed into a ZIP archive or, with merge, joined into one PDF',
				routing: {
					request: {
						method: 'POST',
						url: '=/api/generateDocumentsBulk',
					},
					output: {},
				},
			},
		],
		default: 'cancelBulkGenerationJob',
	},
	{
		displayName: 'Job ID',
		name: 'jobId',
		type: 'string',
		default: '0197b1c2-3d4e-7f80-9a1b-2c3d4e5f6071',
		description: 'The job\'s ID',
		required: true,
		displayOptions: {
			show: {
				resource: [
					'Bulk jobs',
				],
				operation: [
					'cancelBulkGenerationJob',
				],
			},
		},
	},
	{
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		displayOptions: {
			show: {
				resource: [
					'Bulk jobs',
				],
				operation: [
					'cancelBulkGenerationJob',
				],
			},
		},
		options: [
			{
				displayName: 'Archive',
				name: 'archive',
				type: 'boolean',
				default: false,
				description: 'Whether to set this. true keeps the finished documents: no more are made, and the job completes with an archive of those.',
				routing: {
					send: {
						type: 'query',
						property: 'archive',
					},
				},
			},
		],
	},
	{
		displayName: 'Template Name or ID',
		name: 'templateId',
		type: 'options',
		typeOptions: {
			loadOptionsMethod: 'getTemplates',
		},
		default: '',
		description: 'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
		required: true,
		displayOptions: {
			show: {
				resource: [
					'Bulk jobs',
				],
				operation: [
					'listBulkGenerationJobs',
				],
			},
		},
	},
	{
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		displayOptions: {
			show: {
				resource: [
					'Bulk jobs',
				],
				operation: [
					'listBulkGenerationJobs',
				],
			},
		},
		options: [
			{
				displayName: 'Page Number',
				name: 'pageNumber',
				type: 'number',
				default: 1,
				description: 'The page; 1 is the first',
				routing: {
					send: {
						type: 'query',
						property: 'pageNumber',
					},
				},
			},
			{
				displayName: 'Page Size',
				name: 'pageSize',
				type: 'number',
				default: 1,
				description: 'Entries per page',
				routing: {
					send: {
						type: 'query',
						property: 'pageSize',
					},
				},
			},
		],
	},
	{
		displayName: 'Page Number',
		name: 'pageNumber',
		type: 'number',
		default: 1,
		description: 'The page; 1 is the first',
		routing: {
			send: {
				type: 'query',
				property: 'pageNumber',
			},
		},
		required: true,
		displayOptions: {
			show: {
				resource: [
					'Bulk jobs',
				],
				operation: [
					'listAllBulkGenerationJobs',
				],
			},
		},
	},
	{
		displayName: 'Page Size',
		name: 'pageSize',
		type: 'number',
		default: 20,
		description: 'Entries per page',
		routing: {
			send: {
				type: 'query',
				property: 'pageSize',
			},
		},
		required: true,
		displayOptions: {
			show: {
				resource: [
					'Bulk jobs',
				],
				operation: [
					'listAllBulkGenerationJobs',
				],
			},
		},
	},
	{
		displayName: 'Job ID',
		name: 'jobId',
		type: 'string',
		default: '0197b1c2-3d4e-7f80-9a1b-2c3d4e5f6071',
		description: 'The job\'s ID',
		required: true,
		displayOptions: {
			show: {
				resource: [
					'Bulk jobs',
				],
				operation: [
					'getBulkGenerationJob',
				],
			},
		},
	},
	{
		displayName: 'Template Name or ID',
		name: 'templateId',
		type: 'options',
		typeOptions: {
			loadOptionsMethod: 'getTemplates',
		},
		default: '',
		description: 'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
		routing: {
			send: {
				type: 'body',
				property: 'templateId',
			},
		},
		required: true,
		displayOptions: {
			show: {
				resource: [
					'Bulk jobs',
				],
				operation: [
					'generateDocumentsBulk',
				],
			},
		},
	},
	{
		displayName: 'Format',
		name: 'format',
		type: 'string',
		default: '.docx',
		description: 'What is made',
		routing: {
			send: {
				type: 'body',
				property: 'format',
			},
		},
		required: true,
		displayOptions: {
			show: {
				resource: [
					'Bulk jobs',
				],
				operation: [
					'generateDocumentsBulk',
				],
			},
		},
	},
	{
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		displayOptions: {
			show: {
				resource: [
					'Bulk jobs',
				],
				operation: [
					'generateDocumentsBulk',
				],
			},
		},
		options: [
			{
				displayName: 'Callback Link',
				name: 'callbackLink',
				type: 'boolean',
				default: false,
				description: 'Whether the callback holds a link to the result too (zipUrl, zipUrlExpiresAt)',
				routing: {
					send: {
						type: 'body',
						property: 'callbackLink',
					},
				},
			},
			{
				displayName: 'Callback URL',
				name: 'callbackUrl',
				type: 'string',
				default: '',
				description: 'Where to POST {jobId, templateId, status, totalCount, failedGenerationCount} when the job is over, by https and not into private networks',
				routing: {
					send: {
						type: 'body',
						property: 'callbackUrl',
					},
				},
			},
			{
				displayName: 'Deliver',
				name: 'deliver',
				type: 'json',
				default: '{}',
				description: 'Where to put the result',
				routing: {
					send: {
						type: 'body',
						property: 'deliver',
						value: '={{ typeof $value === "string" ? JSON.parse($value) : $value }}',
					},
				},
			},
			{
				displayName: 'Documents',
				name: 'documents',
				type: 'json',
				default: '[]',
				description: 'The documents, where they have templates or formats of their own',
				routing: {
					send: {
						type: 'body',
						property: 'documents',
						value: '={{ typeof $value === "string" ? JSON.parse($value) : $value }}',
					},
				},
			},
			{
				displayName: 'File Name',
				name: 'fileName',
				type: 'string',
				default: '',
				description: 'The files\' names, a pattern with fields of the item',
				routing: {
					send: {
						type: 'body',
						property: 'fileName',
					},
				},
			},
			{
				displayName: 'Idempotency Key',
				name: 'IdempotencyKey',
				type: 'string',
				default: '',
				description: 'A key of your own: 1 to 255 printable ASCII characters',
				routing: {
					request: {
						headers: {
							'Idempotency-Key': '={{$value}}',
						},
					},
				},
			},
			{
				displayName: 'Items',
				name: 'items',
				type: 'json',
				default: '[]',
				description: 'One data object per document',
				routing: {
					send: {
						type: 'body',
						property: 'items',
						value: '={{ typeof $value === "string" ? JSON.parse($value) : $value }}',
					},
				},
			},
			{
				displayName: 'Items Upload ID',
				name: 'itemsUploadId',
				type: 'string',
				default: '',
				description: 'The uploadId of a ticket whose items were uploaded',
				routing: {
					send: {
						type: 'body',
						property: 'itemsUploadId',
					},
				},
			},
			{
				displayName: 'Merge',
				name: 'merge',
				type: 'boolean',
				default: false,
				description: 'Whether to set this. One PDF with a bookmark for each document, in place of a ZIP of them.',
				routing: {
					send: {
						type: 'body',
						property: 'merge',
					},
				},
			},
			{
				displayName: 'Options',
				name: 'options',
				type: 'json',
				default: '{}',
				description: 'How they are made',
				routing: {
					send: {
						type: 'body',
						property: 'options',
						value: '={{ typeof $value === "string" ? JSON.parse($value) : $value }}',
					},
				},
			},
			{
				displayName: 'Rows',
				name: 'rows',
				type: 'json',
				default: '{}',
				description: 'How the rows of an uploaded CSV file or Excel workbook become items',
				routing: {
					send: {
						type: 'body',
						property: 'rows',
						value: '={{ typeof $value === "string" ? JSON.parse($value) : $value }}',
					},
				},
			},
			{
				displayName: 'Version',
				name: 'version',
				type: 'number',
				default: 1,
				description: 'One of the template\'s versions, a draft too; the current one without it',
				routing: {
					send: {
						type: 'body',
						property: 'version',
					},
				},
			},
		],
	},
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: {
			show: {
				resource: [
					'Documents',
				],
			},
		},
		options: [
			{
				name: 'Convert a Word Document',
				value: 'convert',
				action: 'Convert a Word document',
				description: 'Makes a PDF of a .docx file, or a picture of one of its pages, as it is: no tags are filled',
				routing: {
					request: {
						method: 'POST',
						url: '=/api/convert',
						encoding: 'arraybuffer',
					},
					output: {
						postReceive: [
							{
								type: 'binaryData',
								properties: {
									destinationProperty: 'data',
								},
							},
						],
					},
				},
			},
			{
				name: 'Make One Document',
				value: 'generateDocument',
				action: 'Make one document',
				description: 'Returns the file',
				routing: {
					request: {
						method: 'POST',
						url: '=/api/generateDocument',
						encoding: 'arraybuffer',
					},
					output: {
						postReceive: [
							{
								type: 'binaryData',
								properties: {
									destinationProperty: 'data',
								},
							},
						],
					},
				},
			},
		],
		default: 'convert',
	},
	{
		displayName: 'File',
		name: 'file',
		type: 'string',
		default: 'text',
		description: 'The document, a .docx file in base64',
		routing: {
			send: {
				type: 'body',
				property: 'file',
			},
		},
		required: true,
		displayOptions: {
			show: {
				resource: [
					'Documents',
				],
				operation: [
					'convert',
				],
			},
		},
	},
	{
		displayName: 'Format',
		name: 'format',
		type: 'string',
		default: '.pdf',
		description: 'What is made: a PDF, or a picture of one page',
		routing: {
			send: {
				type: 'body',
				property: 'format',
			},
		},
		required: true,
		displayOptions: {
			show: {
				resource: [
					'Documents',
				],
				operation: [
					'convert',
				],
			},
		},
	},
	{
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		displayOptions: {
			show: {
				resource: [
					'Documents',
				],
				operation: [
					'convert',
				],
			},
		},
		options: [
			{
				displayName: 'Conformance',
				name: 'conformance',
				type: 'string',
				default: '',
				description: 'Of such a file: the standard that the PDF keeps to',
				routing: {
					send: {
						type: 'query',
						property: 'conformance',
					},
				},
			},
			{
				displayName: 'Dpi',
				name: 'dpi',
				type: 'number',
				default: 1,
				description: 'Of such a file: pixels to the inch of a picture; 96 without it',
				routing: {
					send: {
						type: 'query',
						property: 'dpi',
					},
				},
			},
			{
				displayName: 'Dpi',
				name: 'dpi',
				type: 'number',
				default: 1,
				description: 'Pixels to the inch of a picture; 96 without it',
				routing: {
					send: {
						type: 'body',
						property: 'dpi',
					},
				},
			},
			{
				displayName: 'File Name',
				name: 'fileName',
				type: 'string',
				default: '',
				description: 'For such a file: the name of the result',
				routing: {
					send: {
						type: 'query',
						property: 'fileName',
					},
				},
			},
			{
				displayName: 'File Name',
				name: 'fileName',
				type: 'string',
				default: '',
				description: 'The name of the result; without it, that of the document',
				routing: {
					send: {
						type: 'body',
						property: 'fileName',
					},
				},
			},
			{
				displayName: 'Format',
				name: 'format',
				type: 'string',
				default: '',
				description: 'Of a file that is sent as its bytes, required then: a PDF, or a picture of one page',
				routing: {
					send: {
						type: 'query',
						property: 'format',
					},
				},
			},
			{
				displayName: 'Idempotency Key',
				name: 'IdempotencyKey',
				type: 'string',
				default: '',
				description: 'A key of your own: 1 to 255 printable ASCII characters',
				routing: {
					request: {
						headers: {
							'Idempotency-Key': '={{$value}}',
						},
					},
				},
			},
			{
				displayName: 'Options',
				name: 'options',
				type: 'json',
				default: '{}',
				description: 'How it is made',
				routing: {
					send: {
						type: 'body',
						property: 'options',
						value: '={{ typeof $value === "string" ? JSON.parse($value) : $value }}',
					},
				},
			},
			{
				displayName: 'Page',
				name: 'page',
				type: 'number',
				default: 1,
				description: 'Of such a file: the page that a picture shows; the first without it',
				routing: {
					send: {
						type: 'query',
						property: 'page',
					},
				},
			},
			{
				displayName: 'Page',
				name: 'page',
				type: 'number',
				default: 1,
				description: 'The page that a picture shows; the first without it',
				routing: {
					send: {
						type: 'body',
						property: 'page',
					},
				},
			},
			{
				displayName: 'Update Fields',
				name: 'updateFields',
				type: 'boolean',
				default: false,
				description: 'Whether to set this. Of such a file: whether Word\'s fields are computed first.',
				routing: {
					send: {
						type: 'query',
						property: 'updateFields',
					},
				},
			},
			{
				displayName: 'Watermark',
				name: 'watermark',
				type: 'string',
				default: '',
				description: 'Of such a file: a text across every page',
				routing: {
					send: {
						type: 'query',
						property: 'watermark',
					},
				},
			},
		],
	},
	{
		displayName: 'Template Name or ID',
		name: 'templateId',
		type: 'options',
		typeOptions: {
			loadOptionsMethod: 'getTemplates',
		},
		default: '',
		description: 'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
		routing: {
			send: {
				type: 'body',
				property: 'templateId',
			},
		},
		required: true,
		displayOptions: {
			show: {
				resource: [
					'Documents',
				],
				operation: [
					'generateDocument',
				],
			},
		},
	},
	{
		displayName: 'Format',
		name: 'format',
		type: 'string',
		default: '.docx',
		description: 'What is made',
		routing: {
			send: {
				type: 'body',
				property: 'format',
			},
		},
		required: true,
		displayOptions: {
			show: {
				resource: [
					'Documents',
				],
				operation: [
					'generateDocument',
				],
			},
		},
	},
	{
		displayName: 'Data',
		name: 'data',
		type: 'json',
		default: '{}',
		description: 'The values of the template\'s fields: an object that fits the template\'s schema',
		routing: {
			send: {
				type: 'body',
				property: 'data',
				value: '={{ typeof $value === "string" ? JSON.parse($value) : $value }}',
			},
		},
		required: true,
		displayOptions: {
			show: {
				resource: [
					'Documents',
				],
				operation: [
					'generateDocument',
				],
			},
		},
	},
	{
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		displayOptions: {
			show: {
				resource: [
					'Documents',
				],
				operation: [
					'generateDocument',
				],
			},
		},
		options: [
			{
				displayName: 'Callback Link',
				name: 'callbackLink',
				type: 'boolean',
				default: false,
				description: 'Whether the callback holds a link to the document (zipUrl, zipUrlExpiresAt)',
				routing: {
					send: {
						type: 'body',
						property: 'callbackLink',
					},
				},
			},
			{
				displayName: 'Callback URL',
				name: 'callbackUrl',
				type: 'string',
				default: '',
				description: 'With Prefer: respond-async: where to POST that the document is there, as for a bulk job',
				routing: {
					send: {
						type: 'body',
						property: 'callbackUrl',
					},
				},
			},
			{
				displayName: 'Deliver',
				name: 'deliver',
				type: 'json',
				default: '{}',
				description: 'With Prefer: respond-async: where to put the document',
				routing: {
					send: {
						type: 'body',
						property: 'deliver',
						value: '={{ typeof $value === "string" ? JSON.parse($value) : $value }}',
					},
				},
			},
			{
				displayName: 'Dpi',
				name: 'dpi',
				type: 'number',
				default: 1,
				description: 'Pixels to the inch of a picture; 96 without it',
				routing: {
					send: {
						type: 'body',
						property: 'dpi',
					},
				},
			},
			{
				displayName: 'File Name',
				name: 'fileName',
				type: 'string',
				default: '',
				description: 'The file\'s name, a pattern with fields like Invoice {{number}}; the template\'s name without it',
				routing: {
					send: {
						type: 'body',
						property: 'fileName',
					},
				},
			},
			{
				displayName: 'Idempotency Key',
				name: 'IdempotencyKey',
				type: 'string',
				default: '',
				description: 'A key of your own: 1 to 255 printable ASCII characters',
				routing: {
					request: {
						headers: {
							'Idempotency-Key': '={{$value}}',
						},
					},
				},
			},
			{
				displayName: 'Options',
				name: 'options',
				type: 'json',
				default: '{}',
				description: 'How it is made',
				routing: {
					send: {
						type: 'body',
						property: 'options',
						value: '={{ typeof $value === "string" ? JSON.parse($value) : $value }}',
					},
				},
			},
			{
				displayName: 'Page',
				name: 'page',
				type: 'number',
				default: 1,
				description: 'The page that a picture shows; the first without it',
				routing: {
					send: {
						type: 'body',
						property: 'page',
					},
				},
			},
			{
				displayName: 'Preview',
				name: 'preview',
				type: 'boolean',
				default: false,
				description: 'Whether to set this. To look at only: PREVIEW stands across each page, in place of a watermark.',
				routing: {
					send: {
						type: 'body',
						property: 'preview',
					},
				},
			},
			{
				displayName: 'Template',
				name: 'template',
				type: 'string',
				default: '',
				description: 'A template of your own, a .docx or .dotx file in base64',
				routing: {
					send: {
						type: 'body',
						property: 'template',
					},
				},
			},
			{
				displayName: 'Version',
				name: 'version',
				type: 'number',
				default: 1,
				description: 'One of the registered template\'s versions, a draft too; the current one without it',
				routing: {
					send: {
						type: 'body',
						property: 'version',
					},
				},
			},
		],
	},
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: {
			show: {
				resource: [
					'Templates',
				],
			},
		},
		options: [
			{
				name: 'Discover a Template\'s Fields',
				value: 'generateTemplateMetadata',
				action: 'Discover a template\'s fields',
				description: 'Placeholders and content controls with their types and places, a JSON Schema (2020-12) of the data, and warnings for the template\'s author',
				routing: {
					request: {
						method: 'GET',
						url: '=/api/generateTemplateMetadata',
					},
					output: {},
				},
			},
			{
				name: 'Download a Sample',
				value: 'getSample',
				action: 'Download a sample',
				description: 'The file of a sample',
				routing: {
					request: {
						method: 'GET',
						url: '=/api/samples/file',
						encoding: 'arraybuffer',
					},
					output: {
						postReceive: [
							{
								type: 'binaryData',
								properties: {
									destinationProperty: 'data',
								},
							},
						],
					},
				},
			},
			{
				name: 'List Samples',
				value: 'listSamples',
				action: 'List samples',
				description: 'The templates that come with the service, as a starting point for your own',
				routing: {
					request: {
						method: 'GET',
						url: '=/api/samples',
					},
					output: {},
				},
			},
			{
				name: 'List Templates',
				value: 'getTemplates',
				action: 'List templates',
				description: 'The templates that you can generate documents from, sorted by name',
				routing: {
					request: {
						method: 'GET',
						url: '=/api/getTemplates',
					},
					output: {},
				},
			},
			{
				name: 'Make a Starter Payload',
				value: 'generateModel',
				action: 'Make a starter payload',
				description: 'A data object with typed sample values, which generateDocument accepts unchanged',
				routing: {
					request: {
						method: 'POST',
						url: '=/api/generateModel',
					},
					output: {},
				},
			},
			{
				name: 'See a Sample',
				value: 'getSamplePicture',
				action: 'See a sample',
				description: 'A small picture of a sample\'s first page',
				routing: {
					request: {
						method: 'GET',
						url: '=/api/samples/picture',
						encoding: 'arraybuffer',
					},
					output: {
						postReceive: [
							{
								type: 'binaryData',
								properties: {
									destinationProperty: 'data',
								},
							},
						],
					},
				},
			},
			{
				name: 'See a Template',
				value: 'getTemplateThumbnail',
				action: 'See a template',
				description: 'A small picture of the first page of the current version or of the requested one, with its fields as they are in the file',
				routing: {
					request: {
						method: 'GET',
						url: '=/api/templates/{{encodeURIComponent($parameter["templateId"])}}/thumbnail',
						encoding: 'arraybuffer',
					},
					output: {
						postReceive: [
							{
								type: 'binaryData',
								properties: {
									destinationProperty: 'data',
								},
							},
						],
					},
				},
			},
		],
		default: 'generateTemplateMetadata',
	},
	{
		displayName: 'Template Name or ID',
		name: 'templateId',
		type: 'options',
		typeOptions: {
			loadOptionsMethod: 'getTemplates',
		},
		default: '',
		description: 'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
		routing: {
			send: {
				type: 'query',
				property: 'templateId',
			},
		},
		required: true,
		displayOptions: {
			show: {
				resource: [
					'Templates',
				],
				operation: [
					'generateTemplateMetadata',
				],
			},
		},
	},
	{
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		displayOptions: {
			show: {
				resource: [
					'Templates',
				],
				operation: [
					'generateTemplateMetadata',
				],
			},
		},
		options: [
			{
				displayName: 'Version',
				name: 'version',
				type: 'number',
				default: 1,
				description: 'One of the template\'s versions; without it, the current one',
				routing: {
					send: {
						type: 'query',
						property: 'version',
					},
				},
			},
		],
	},
	{
		displayName: 'File Name',
		name: 'fileName',
		type: 'string',
		default: 'letter.docx',
		description: 'The sample\'s file, as the list of samples names it',
		routing: {
			send: {
				type: 'query',
				property: 'fileName',
			},
		},
		required: true,
		displayOptions: {
			show: {
				resource: [
					'Templates',
				],
				operation: [
					'getSample',
				],
			},
		},
	},
	{
		displayName: 'Page Number',
		name: 'pageNumber',
		type: 'number',
		default: 1,
		description: 'The page; 1 is the first',
		routing: {
			send: {
				type: 'query',
				property: 'pageNumber',
			},
		},
		required: true,
		displayOptions: {
			show: {
				resource: [
					'Templates',
				],
				operation: [
					'getTemplates',
				],
			},
		},
	},
	{
		displayName: 'Page Size',
		name: 'pageSize',
		type: 'number',
		default: 20,
		description: 'Entries per page',
		routing: {
			send: {
				type: 'query',
				property: 'pageSize',
			},
		},
		required: true,
		displayOptions: {
			show: {
				resource: [
					'Templates',
				],
				operation: [
					'getTemplates',
				],
			},
		},
	},
	{
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		displayOptions: {
			show: {
				resource: [
					'Templates',
				],
				operation: [
					'getTemplates',
				],
			},
		},
		options: [
			{
				displayName: 'Label',
				name: 'label',
				type: 'string',
				default: '',
				description: 'Only templates with this label, ignoring case',
				routing: {
					send: {
						type: 'query',
						property: 'label',
					},
				},
			},
			{
				displayName: 'Name',
				name: 'name',
				type: 'string',
				default: '',
				description: 'Only templates with exactly this name',
				routing: {
					send: {
						type: 'query',
						property: 'name',
					},
				},
			},
		],
	},
	{
		displayName: 'Template Name or ID',
		name: 'templateId',
		type: 'options',
		typeOptions: {
			loadOptionsMethod: 'getTemplates',
		},
		default: '',
		description: 'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
		routing: {
			send: {
				type: 'query',
				property: 'templateId',
			},
		},
		required: true,
		displayOptions: {
			show: {
				resource: [
					'Templates',
				],
				operation: [
					'generateModel',
				],
			},
		},
	},
	{
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		displayOptions: {
			show: {
				resource: [
					'Templates',
				],
				operation: [
					'generateModel',
				],
			},
		},
		options: [
			{
				displayName: 'Version',
				name: 'version',
				type: 'number',
				default: 1,
				description: 'One of the template\'s versions; without it, the current one',
				routing: {
					send: {
						type: 'query',
						property: 'version',
					},
				},
			},
		],
	},
	{
		displayName: 'File Name',
		name: 'fileName',
		type: 'string',
		default: 'letter.docx',
		description: 'The sample\'s file, as the list of samples names it',
		routing: {
			send: {
				type: 'query',
				property: 'fileName',
			},
		},
		required: true,
		displayOptions: {
			show: {
				resource: [
					'Templates',
				],
				operation: [
					'getSamplePicture',
				],
			},
		},
	},
	{
		displayName: 'Template Name or ID',
		name: 'templateId',
		type: 'options',
		typeOptions: {
			loadOptionsMethod: 'getTemplates',
		},
		default: '',
		description: 'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
		required: true,
		displayOptions: {
			show: {
				resource: [
					'Templates',
				],
				operation: [
					'getTemplateThumbnail',
				],
			},
		},
	},
	{
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		displayOptions: {
			show: {
				resource: [
					'Templates',
				],
				operation: [
					'getTemplateThumbnail',
				],
			},
		},
		options: [
			{
				displayName: 'Version',
				name: 'version',
				type: 'number',
				default: 1,
				description: 'One of the template\'s versions; without it, the current one',
				routing: {
					send: {
						type: 'query',
						property: 'version',
					},
				},
			},
		],
	},
];
