# A deployment with a key of one's own and alarms, the code in a bucket that this makes.

data "aws_caller_identity" "current" {}
data "aws_region" "current" {}

resource "aws_s3_bucket" "code" {
  bucket_prefix = "documents-code-"
}

resource "aws_kms_key" "documents" {
  description         = "Documents and their data"
  enable_key_rotation = true

  # Logs are encrypted by CloudWatch itself.
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [
      {
        Effect    = "Allow"
        Principal = { AWS = "arn:aws:iam::${data.aws_caller_identity.current.account_id}:root" }
        Action    = "kms:*"
        Resource  = "*"
      },
      {
        Effect    = "Allow"
        Principal = { Service = "logs.${data.aws_region.current.name}.amazonaws.com" }
        Action    = ["kms:Encrypt", "kms:Decrypt", "kms:ReEncrypt*", "kms:GenerateDataKey*", "kms:DescribeKey"]
        Resource  = "*"
      },
    ]
  })
}

resource "aws_sns_topic" "alarms" {
  name = "documents-alarms"
}

module "platen" {
  source      = "../.."
  package     = "${path.module}/platen-lambda"
  names       = "documents"
  code_bucket = aws_s3_bucket.code.bucket

  parameters = {
    KmsKeyArn        = aws_kms_key.documents.arn
    AlarmTopicArn    = aws_sns_topic.alarms.arn
    LogRetentionDays = "90"
  }
}

output "api_url" {
  description = "The base address of the API."
  value       = module.platen.api_url
}
