"""What AWS refuses: alarms, dashboards and logs. rules.py runs these rules."""

import json
import re

from concrete import Stack
from rulebook import at, rule


@rule("as it is", at("TableThrottledAlarm", "Metrics", 0, "Expression", to="SUM([m1])"))
def alarms_are_those_that_cloudwatch_takes(stack: Stack):
    """API reference of CloudWatch, PutMetricAlarm and MetricDataQuery: at most ten metrics; one that returns data; ids that
    begin in lower case and are those that expressions name; DatapointsToAlarm up to EvaluationPeriods; periods of 10, 30 or
    whole minutes, evaluated within a day; the five statistics."""
    words = {"IF", "AND", "OR", "FILL", "SUM", "METRICS", "REPEAT"}
    for name, alarm in stack.of_type("AWS::CloudWatch::Alarm").items():
        queries = alarm.get("Metrics", [])
        stats = [each["MetricStat"] for each in queries if "MetricStat" in each] or [
            {"Period": alarm.get("Period"), "Stat": alarm.get("Statistic")}
        ]
        if len(stats) > 10:
            yield f"{name}: {len(stats)} metrics"
        for stat in stats:
            period = int(stat["Period"])
            if period not in (10, 30) and period % 60 or period * alarm["EvaluationPeriods"] > 86_400:
                yield f"{name}: a period of {period} s"
            if stat["Stat"] not in ("Sum", "Average", "Maximum", "Minimum", "SampleCount"):
                yield f"{name}: {stat['Stat']}"
        if alarm.get("DatapointsToAlarm", 1) > alarm["EvaluationPeriods"]:
            yield f"{name}: more points than periods"
        if len(alarm.get("AlarmDescription", "")) > 1024:
            yield f"{name}: its description is too long"
        if queries:
            ids = [each["Id"] for each in queries]
            if len(set(ids)) < len(ids) or not all(re.fullmatch(r"[a-z]\w*", each) for each in ids):
                yield f"{name}: {ids}"
            if sum(each.get("ReturnData", True) is not False for each in queries) != 1:
                yield f"{name}: not exactly one value is returned"
            for expression in (each["Expression"] for each in queries if "Expression" in each):
                if strange := set(re.findall(r"[A-Za-z]\w*", expression)) - words - set(ids):
                    yield f"{name}: {expression} has {sorted(strange)}"
                if "METRICS" not in expression and (idle := set(ids[1:]) - set(re.findall(r"\w+", expression))):
                    yield f"{name}: {sorted(idle)} are not used"


@rule("as it is", at("RenderDeadLettersAlarm", "MetricName", to="ApproximateNumberOfMessagesVisible"))
def an_alarm_sees_what_it_waits_for(stack: Stack):
    """Messages of a queue with a reader are gone before CloudWatch counts those that wait, once a minute. SQS developer
    guide, "Available CloudWatch metrics for Amazon SQS"."""
    read = {each["EventSourceArn"].rpartition(":")[2] for each in stack.of_type("AWS::Lambda::EventSourceMapping").values()}
    for name, alarm in stack.of_type("AWS::CloudWatch::Alarm").items():
        queues = {each["Value"] for each in alarm.get("Dimensions", []) if each["Name"] == "QueueName"}
        if alarm.get("MetricName") == "ApproximateNumberOfMessagesVisible" and queues & read:
            yield f"{name} counts what waits in {queues}, which is read at once"


@rule("as it is", at("Dashboard", "DashboardBody", to='{"widgets": [}'))
def what_is_text_to_the_template_is_whole(stack: Stack):
    """Texts that their services parse: a dashboard is JSON (PutDashboard, InvalidParameterInput); a format of access logs in one
    line with requestId (API Gateway, "Customize HTTP API access logs"); a filter of logs of 1,024 characters; queries name
    groups that stand in the stack."""
    for name, each in stack.of_type("AWS::CloudWatch::Dashboard").items():
        try:
            widgets = json.loads(each["DashboardBody"])["widgets"]
        except ValueError as error:
            yield f"{name}: {error}"
            continue
        if len(widgets) > 500:
            yield f"{name}: {len(widgets)} widgets"
        if "Platen/platen" not in each["DashboardBody"] or '"Platen"' in each["DashboardBody"]:
            yield f"{name} shows figures of other stacks"
    for name, each in stack.of_type("AWS::ApiGatewayV2::Stage").items():
        line = each["AccessLogSettings"]["Format"]
        if "$context.requestId" not in line or "\n" in line:
            yield f"{name}: {line}"
        json.loads(line)
    for name, each in stack.of_type("AWS::Logs::MetricFilter").items():
        if len(each["FilterPattern"]) > 1024 or not each["FilterPattern"].startswith("{"):
            yield f"{name}: {each['FilterPattern']}"
    for name, each in stack.of_type("AWS::Logs::QueryDefinition").items():
        if not each["Name"].startswith("platen/") or len(each["QueryString"]) > 10_000:
            yield f"{name}: {each['Name']}"
