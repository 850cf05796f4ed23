# A deployment of Platen: the template and the code that `make package` made, as one stack of CloudFormation.

locals {
  prefix   = "${var.names}/"
  template = "${var.package}/platen.template.json"
}

data "aws_s3_bucket" "code" {
  bucket = var.code_bucket
}

# The names have the content in them: what did not change stays. What the stack leaves goes after its update, and stays where the
# update fails: CloudFormation's way back takes the code from where it was.
resource "aws_s3_object" "code" {
  for_each = fileset(var.package, "*.zip")

  bucket = var.code_bucket
  key    = "${local.prefix}${each.value}"
  source = "${var.package}/${each.value}"
  tags   = var.tags

  lifecycle {
    create_before_destroy = true
  }
}

resource "aws_s3_object" "template" {
  bucket = var.code_bucket
  key    = "${local.prefix}${substr(filesha256(local.template), 0, 16)}.template.json"
  source = local.template
  tags   = var.tags

  lifecycle {
    create_before_destroy = true
  }
}

resource "aws_cloudformation_stack" "platen" {
  name         = var.names
  template_url = "https://${data.aws_s3_bucket.code.bucket_regional_domain_name}/${aws_s3_object.template.key}"
  capabilities = ["CAPABILITY_IAM"]
  on_failure   = "ROLLBACK"
  tags         = var.tags

  iam_role_arn      = var.role_arn
  notification_arns = var.notification_arns

  parameters = merge(var.parameters, {
    Names      = var.names
    CodeBucket = var.code_bucket
    CodePrefix = local.prefix
  })

  # CloudFront and a table that is encrypted anew take longer than Terraform's half hour.
  timeouts {
    create = "60m"
    update = "60m"
    delete = "60m"
  }

  depends_on = [aws_s3_object.code]
}
